import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/kyb/list-widget-applicants';
import { listWidgetApplicants } from '#functions/api/kyb/list-widget-applicants.contract';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import type { RecordedCall } from '#tests/support/recording-table';

const recorder = vi.hoisted(() => ({ calls: [] as RecordedCall[] }));

vi.mock('#shared/db/client', async () => {
  const { recordingTable } = await import('#tests/support/recording-table');
  const { table, calls } = recordingTable();
  recorder.calls = calls;
  return { serviceTable: () => table };
});

const list = endpoint(listWidgetApplicants, handler);

const APPLICANTS = 3;

let owner: SignedInAccount;
let widget: Widget;
let stranger: SignedInAccount;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([signedInAccount(), signedInAccount()]);
  [widget] = await Promise.all([createWidgetFor(owner), openWalletsFor(owner)]);
  for (let n = 0; n < APPLICANTS; n++) await createApplicantFor(owner, widget, { referenceId: String(n) });
  // A container that has its keys, so that all requests below make the same calls.
  await list(stranger, { pathParameters: { id: widget.id } });
});

const requested = async (account: SignedInAccount, id: string, query: Record<string, string>) => {
  recorder.calls.length = 0;
  const { status, body } = await list(account, { pathParameters: { id }, query });
  const queries = recorder.calls.filter(({ operation }) => operation === 'Query');
  return { status, body, operations: recorder.calls.map(({ operation }) => operation).sort(), queries };
};

describe.each([[{}], [{ page: '1', limit: '2' }], [{ page: '2', limit: '2' }]])(
  'the applicants of another account’s widget, requested with %j',
  (query) => {
    test('are not read before the 404, which costs the same calls as that of a missing widget', async () => {
      const ofAnother = await requested(stranger, widget.id, query);
      const ofNone = await requested(stranger, newId('wgt', Date.now()), query);
      expect([ofAnother.status, ofAnother.body]).toStrictEqual([404, ofNone.body]);
      expect(ofAnother.operations).toStrictEqual(ofNone.operations);
      expect(ofAnother.queries.map(({ found }) => found)).toStrictEqual(ofNone.queries.map(({ found }) => found));
      expect(ofAnother.queries.every(({ found }) => found === 0)).toBe(true);
      // The recorder would have seen them, because their owner reads them.
      const ofOwner = await requested(owner, widget.id, query);
      expect(ofOwner.status).toBe(200);
      expect(ofOwner.queries.some(({ found }) => found !== undefined && found > 0)).toBe(true);
    });
  },
);
