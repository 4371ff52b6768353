import { expect, test } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import { unsuppressAddress } from '#scripts/ops/unsuppress-address';
import { readAuditPage } from '#shared/audit/audit-pages';
import { emailKey } from '#shared/auth/accounts/email-key';
import { reportOfMessage } from '#shared/mails/mail-report';
import { isSuppressed, suppressReported } from '#shared/mails/suppressed-addresses';
import { makeLogger } from '#shared/platform/logger';
import { newAddress } from '#tests/integration/mails/world';
import { bounceReport } from '#tests/support/mail-reports';
import { NO_STAGE } from '#tests/support/no-stage';
import { ownTable } from '#tests/support/own-table';

const NOW_MS = Date.UTC(2026, 10, 23, 12);

/** An operator on a test's own table. */
const setup = async () => {
  const table = await ownTable();
  const effects = { table, log: makeLogger({}, () => undefined), metrics: () => undefined };
  const ofSes = new Map<string, string>();
  const mail = {
    ...NO_STAGE.mail,
    suppressedBecause: async (address: string) => ofSes.get(address),
    unsuppress: async (address: string) => void ofSes.delete(address),
  };
  return {
    bounce: async (to: string, at: string) => {
      const report = reportOfMessage(bounceReport({ to, at }));
      if (report) await suppressReported(report, effects);
      return isSuppressed(table, to);
    },
    /** The addresses on SES's own list, with its reasons. */
    ofSes,
    lift: (email: string, dryRun = false) =>
      unsuppressAddress({ email, dryRun, userName: 'ada' }, { table, clock: () => NOW_MS, mail }),
    isSuppressed: (address: string) => isSuppressed(table, address),
    entries: async () => (await readAuditPage(table, {}, { page: 1, limit: 100 })).entries,
  };
};

test('An operator has an address mailed again, once, with an audit entry that does not name it', async () => {
  const { bounce, lift, isSuppressed: stillSuppressed, entries } = await setup();
  const to = newAddress();
  await bounce(to, '2026-11-21T15:00:00.000Z');
  const said = await Promise.all([lift(to.toUpperCase()), lift(to)]);
  expect(
    said.filter((line) => line.includes('receives emails again. They had been stopped since 2026-11-21T15:00:00.000Z')),
  ).toHaveLength(1);
  expect(await stillSuppressed(to)).toBe(false);
  const all = await entries();
  expect(all).toMatchObject([
    {
      ...{ by: 'operator:ada', action: 'address.unsuppressed', target: emailKey(to), requestId: null },
      ...{ before: { reason: 'bounce', since: '2026-11-21T15:00:00.000Z' }, after: null },
    },
  ]);
  expect(JSON.stringify(all)).not.toContain('@');
});

test('Its next bounce suppresses it again, and an earlier one does not', async () => {
  const { bounce, lift } = await setup();
  const to = newAddress();
  await bounce(to, '2026-11-21T15:00:00.000Z');
  await lift(to);
  expect(await bounce(to, '2026-11-22T15:00:00.000Z')).toBe(false);
  expect(await bounce(to, '2026-11-23T15:00:00.000Z')).toBe(true);
});

test('An address that is not suppressed and an invalid one change nothing', async () => {
  const { lift, entries } = await setup();
  const to = newAddress();
  expect(await lift(to)).toBe(`${to} is not suppressed. It is not on the list of SES.`);
  await expect(lift('nobody')).rejects.toThrow(UserError);
  expect(await entries()).toEqual([]);
});

test('An address is taken off the list of SES too, also when only that has it', async () => {
  const { bounce, lift, ofSes, entries } = await setup();
  const [ours, theirs] = [newAddress(), newAddress()];
  await bounce(ours, '2026-11-21T15:00:00.000Z');
  for (const address of [ours, theirs]) ofSes.set(address, 'complaint');
  expect(await lift(ours, true)).toContain('It would be off the list of SES, where it was because of a complaint.');
  expect(ofSes.size).toBe(2);
  expect(await lift(ours)).toContain('receives emails again');
  expect(await lift(theirs)).toBe(
    `${theirs} is not suppressed. It is off the list of SES, where it was because of a complaint.`,
  );
  expect([ofSes.size, (await entries()).length]).toEqual([0, 1]);
});
