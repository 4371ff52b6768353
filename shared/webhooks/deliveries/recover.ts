import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { fromDeliveryItem } from './delivery.ts';
import { recoveringWrite } from './delivery-writes.ts';
import { deliveryLists } from './keys.ts';

/** Deliveries that are recovered side by side. */
const PAGE_SIZE = 25;

/**
 * Takes up again every delivery that was given up because its workers died: with the attempts that it has left, and the
 * same id and bytes. The sweep brings them to the queue, within two minutes, as fast as its pages allow.
 *
 * @returns how many there were.
 */
export const recoverAbandoned = async ({ table, clock }: { readonly table: Table; readonly clock: Clock }) => {
  let recovered = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      index: 'gsi2',
      partition: deliveryLists.abandonedDeliveries,
      limit: PAGE_SIZE,
      ...(after && { after }),
    });
    const writes = page.items.map((item) => table.write(recoveringWrite(fromDeliveryItem(item), clock())));
    recovered += (await Promise.all(writes)).filter(({ written }) => written).length;
    after = page.next;
  } while (after);
  return recovered;
};
