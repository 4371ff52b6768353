import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { World } from './world.ts';

/** Where a worker dies: the call that does not return. `record` is the write that records an attempt. */
export type LastCall = keyof Table | 'send' | 'record';

/** Whether a write records an attempt. */
const isRecord = (operation: WriteOperation): boolean =>
  operation.kind === 'update' && operation.append?.['attempts'] !== undefined;

/** A table on which one call is replaced. */
export const dyingTable = (table: Table, lastCall: Exclude<LastCall, 'send'>, die: () => Promise<never>): Table =>
  lastCall === 'record'
    ? { ...table, write: async (operation) => (isRecord(operation) ? die() : table.write(operation)) }
    : { ...table, [lastCall]: die };

/** Makes a worker die at a call. Later workers are unaffected. */
export const crash = async (world: World, lastCall: LastCall, work: () => Promise<unknown>): Promise<void> => {
  const sound = { table: world.effects.table, send: world.effects.send };
  const died = Promise.withResolvers<void>();
  const die = () => {
    died.resolve();
    return new Promise<never>(() => {});
  };
  if (lastCall === 'send') world.effects.send = die;
  else world.effects.table = dyingTable(sound.table, lastCall, die);
  void work();
  await died.promise;
  Object.assign(world.effects, sound);
};
