import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { deliveryLists } from './keys.ts';
import { fromDeliveryItem } from './records/delivery.ts';
import { recoveringWrite } from './records/delivery-writes.ts';

/** Deliveries that are recovered in parallel. */
const PAGE_SIZE = 25;

/**
 * Recovers every delivery that was given up because its workers died: with its remaining attempts, and the same id and
 * bytes. The sweep queues them within two minutes, as fast as its pages allow.
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
