import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { creationWrites, newExport } from '#shared/onboarding/exports/applicant-export';
import { exportKeys } from '#shared/onboarding/exports/keys';
import type { ExportEffects } from '#shared/onboarding/exports/write-export';
import { FAULTS, type FaultName, faultyTable, type Injector, injector, lasting } from '#tests/faults/delivery/fault';
import { accountWithWidget, linesOf, stored, worker } from '#tests/integration/exports/world';
import { createApplicantFor } from '#tests/support/onboarding';
import { sweepOnly } from '#tests/support/swept-files';

const MINUTE_MS = 60_000;

/** An account with three applicants, and an export of them that no worker has begun. */
const requested = async () => {
  const { account, widget } = await accountWithWidget();
  const nowMs = Date.now();
  for (const age of [3, 2, 1]) await createApplicantFor(account, widget, { referenceId: `${age}` }, nowMs - age * 1000);
  const { accountId } = account;
  const made = newExport({ accountId, environments: ['sandbox'] }, {}, undefined, nowMs);
  await serviceTable().transact(creationWrites(made, nowMs));
  return { account, id: made.id, its: worker() };
};

type World = Awaited<ReturnType<typeof requested>>;

/** Tries the message every five minutes until it is acknowledged. */
const carryOut = async ({ account, id, its }: World, injected: Injector): Promise<void> => {
  const { exportUploads } = its.effects;
  const changed: Partial<ExportEffects> = {
    table: faultyTable(serviceTable(), injected),
    exportUploads: { ...exportUploads, put: injected.wrap('put', exportUploads.put) },
  };
  injected.arm();
  for (let tries = 0; tries < 100; tries++) {
    const done = await its.write(account, id, changed).then(
      () => true,
      () => false,
    );
    if (!injected.revive() && done) return;
    its.time.nowMs += 5 * MINUTE_MS;
  }
  throw new Error('The export did not come to its end');
};

const expectWritten = async ({ account, id, its }: World): Promise<void> => {
  const { status, done, fileKey, expiresAt } = await stored(account, id);
  expect([status, done]).toStrictEqual(['completed', 3]);
  const lines = await linesOf(account, id, its);
  expect(lines.slice(1).map((line) => line.split(',')[1])).toStrictEqual(['1', '2', '3']);
  expect(await serviceTable().get(exportKeys.running(account.accountId))).toBeUndefined();
  // Whatever failed tries have left is removed with the file.
  const files = [...its.kept.keys()];
  expect(files).toContain(fileKey);
  await sweepOnly(files, async (key) => void its.kept.delete(key), { nowMs: Date.parse(expiresAt) + 1 });
  expect(its.kept.size).toBe(0);
};

describe.each(Object.keys(FAULTS) as FaultName[])('If %s, for every call in turn,', (fault) => {
  test('an export is written once, and no file outlives it', async () => {
    for (let nth = 1; ; nth++) {
      const world = await requested();
      const injected = injector(nth, fault);
      await carryOut(world, injected);
      await expectWritten(world);
      if (injected.calls.length < nth) break;
      expect(nth).toBeLessThan(40);
    }
  });
});

describe('A lasting fault', () => {
  test.each(['get', 'query', 'write', 'transact', 'put'])(
    'of %s for three hours has no effect in the end',
    async (name) => {
      const world = await requested();
      const startMs = world.its.time.nowMs;
      await carryOut(
        world,
        lasting([name], () => world.its.time.nowMs - startMs < 180 * MINUTE_MS),
      );
      await expectWritten(world);
    },
  );
});
