import * as v from 'valibot';
import { disputePath } from '#shared/disputes/dispute-bodies';
import { disputeBody } from '#shared/disputes/dispute-view';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { readEventBody } from '#shared/monitoring/vendors/event-bodies';
import { component, described } from '#shared/platform/described';

const disputeCaseBody = component(
  v.object({ ...disputeBody.entries, event: described(readEventBody, 'The disputed monitoring event.') }),
  'DisputeCase',
  'A dispute as administrators see it.',
);

/** Reads one dispute of any account. */
export const readDisputeCase = contract({
  name: 'read-dispute-case',
  group: 'admin',
  method: 'GET',
  route: '/v1/admin/disputes/{disputeId}',
  summary: 'Read a dispute of any account',
  description: 'Returns a dispute with the disputed event. A sandbox dispute is not found.',
  caller: 'admin',
  path: disputePath,
  success: { 200: v.object({ success: succeeded, data: disputeCaseBody }) },
  errors: ['DISPUTE_NOT_FOUND'],
  touches: { reads: ['dispute', 'vendor'], uses: ['disputeDownloads'] },
});
