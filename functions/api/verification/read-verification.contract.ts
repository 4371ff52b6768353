import * as v from 'valibot';
import { verificationBody } from '#shared/direct-checks/verification-view';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Reads one check by its reference. */
export const readVerification = contract({
  name: 'read-verification',
  group: 'verification',
  method: 'GET',
  route: '/v1/verifications/{reference}',
  summary: 'Read a verification',
  description:
    'Returns a check with its evidence: a direct check, a check of an applicant, or a visit to an address. ' +
    'You find its reference in events, in the modules of an applicant, and in the `X-Verification-Reference` ' +
    'header of responses to direct checks. A session reads checks in `live`; an API key reads those in its ' +
    'own environment.',
  caller: 'account',
  path: object({ reference: described(idText, 'The reference of the check (`ver_`, `doc_` or `addr_`).') }),
  success: { 200: v.object({ success: succeeded, data: verificationBody }) },
  errors: ['VERIFICATION_NOT_FOUND'],
  touches: { reads: ['addressVerification', 'directCheck', 'evidence'], uses: ['evidenceRetention', 'vault'] },
});
