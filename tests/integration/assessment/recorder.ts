import * as v from 'valibot';
import { serviceTable } from '#shared/db/client';
import type { Key, WriteOperation } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { EVENTS, type EventData, type EventType } from '#shared/events/catalogue';
import { eventSchema, type ServiceEvent } from '#shared/events/outbox';
import { isOutboxItem } from '#tests/support/outbox';

/** The service's table, which records the operations and events of its transactions for a test. */
export interface Recorder {
  readonly table: Table;
  /** The operations of every attempted transaction, including refused ones. */
  readonly tried: (readonly WriteOperation[])[];
  /** Every event that a transaction of this table put into the outbox. */
  readonly events: () => Promise<readonly ServiceEvent[]>;
}

const outboxKeysOf = (operations: readonly WriteOperation[]): readonly Key[] =>
  operations.flatMap((operation) =>
    operation.kind === 'put' && isOutboxItem(operation.item) ? [{ pk: operation.item.pk, sk: operation.item.sk }] : [],
  );

/** @param transact replaces the table's own transaction, for tests that break it. */
export const recorder = (transact: Table['transact'] = serviceTable().transact): Recorder => {
  const table = serviceTable();
  const tried: (readonly WriteOperation[])[] = [];
  return {
    table: {
      ...table,
      transact: (operations) => {
        tried.push(operationsOf(operations));
        return transact(operations);
      },
    },
    tried,
    events: async () => {
      const outbox = tried.flatMap(outboxKeysOf);
      const items = outbox.length > 0 ? await table.getMany(outbox) : [];
      return items.flatMap((item) => (item ? [v.parse(eventSchema, item)] : []));
    },
  };
};

/** The data of the events of one type, each with exactly the fields of its schema. */
export const dataOf = <T extends EventType>(events: readonly ServiceEvent[], type: T): readonly EventData<T>[] =>
  events.filter((event) => event.type === type).map(({ data }) => v.parse(strictly(type), data) as EventData<T>);

/** The schema of an event's data, which refuses unknown fields. */
const strictly = (type: EventType) => v.strictObject(EVENTS[type].data.entries);
