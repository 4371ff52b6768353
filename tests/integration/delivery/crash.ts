import type { Table } from '#shared/db/operations';
import type { World } from './world.ts';

/** Where a worker dies: the call that does not return. */
export type LastCall = keyof Table | 'send';

/** Makes a worker die at a call. Later workers are unaffected. */
export const crash = async (world: World, lastCall: LastCall, work: () => Promise<unknown>): Promise<void> => {
  const sound = { table: world.effects.table, send: world.effects.send };
  const died = Promise.withResolvers<void>();
  const die = () => {
    died.resolve();
    return new Promise<never>(() => {});
  };
  if (lastCall === 'send') world.effects.send = die;
  else world.effects.table = { ...sound.table, [lastCall]: die };
  void work();
  await died.promise;
  Object.assign(world.effects, sound);
};
