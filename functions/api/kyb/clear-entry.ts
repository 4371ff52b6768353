import { noteResponse } from '#shared/erasure/copies';
import { notErased } from '#shared/erasure/erasure';
import { ApiError } from '#shared/errors/api-error';
import { actingCredential } from '#shared/http/caller/account-caller';
import { keptAnswerKey, keptUntil } from '#shared/http/idempotency/idempotency';
import { serve } from '#shared/http/serve';
import { alreadyErased, guardNotErased } from '#shared/onboarding/applicants/erased';
import { namedEntry, readCheckOf, readClearedApplicant } from '#shared/onboarding/review/clear-entry';
import { vault } from '#shared/platform/vault';
import { clearanceView } from '#shared/verification/clearance-view';
import { clearanceOf, clearanceWrites, fromClearanceItem, isHeld } from '#shared/verification/clearances';
import { clearEntry } from './clear-entry.contract.ts';

/** POST /v1/kyb/applicants/{id}/clearances */
export const handler = serve(clearEntry, {
  effects: [vault],
  load: async ({ path, body, caller }, { table, vault }) => {
    const [{ applicant, clearances }, check] = await Promise.all([
      readClearedApplicant(table, caller, path.id),
      readCheckOf(table, caller, path.id, body.verificationReference),
      // Read here, beside the others, because `answer` opens and seals with it.
      vault(),
    ]);
    return { applicant, clearances, check };
  },
  answer: async ({ body, caller, loaded: { applicant, clearances, check }, meta }, { commit, vault: readVault }) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    guardNotErased(applicant);
    const { nowMs } = meta;
    const entry = await namedEntry(check, body, readVault, nowMs);
    const known = clearanceOf(clearances, entry);
    if (known && isHeld(known) && known.version === entry.version) {
      return { status: 200, body: { success: true, data: await clearanceView(known, readVault) } } as const;
    }
    const { verificationReference, reason } = body;
    const clearing = { entry, verificationReference, reason, by: actingCredential(caller), replaces: known };
    const { clearance, operations } = clearanceWrites(applicant, clearing, await readVault(), nowMs);
    const response = {
      status: 201,
      body: { success: true, data: await clearanceView(clearance, readVault) },
    } as const;
    const kept = { applicantId: applicant.id, copyId: clearance.clearanceId };
    const copy = noteResponse(kept, keptAnswerKey(caller, meta), keptUntil(nowMs));
    const result = await commit({ ...operations, copy, erasure: notErased(applicant.id) }, response);
    if (result.written) return response;
    if (result.refusals.erasure) throw alreadyErased(String(result.refusals.erasure.found?.['erasedAt']));
    if (!result.refusals.clearance) throw new ApiError('TOO_MANY_CLEARANCES');
    // Another call has just cleared the entry, or withdrawn its clearance.
    const found = result.refusals.clearance.found && fromClearanceItem(result.refusals.clearance.found);
    if (!found || !isHeld(found)) throw new ApiError('SERVICE_UNAVAILABLE');
    // Written by an earlier attempt whose response was lost.
    if (found.clearanceId === clearance.clearanceId) return response;
    return { status: 200, body: { success: true, data: await clearanceView(found, readVault) } } as const;
  },
});
