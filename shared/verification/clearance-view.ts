import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import type { ReadVault } from '#shared/platform/vault';
import { type Clearance, clearedText, currentClearanceOf } from './clearances.ts';
import type { ClearedOf } from './evidence.ts';

/** A cleared list entry, as the account sees it. */
export const clearanceBody = component(
  v.object({
    id: described(v.string(), 'The id of the clearance (`clr_`).'),
    verificationReference: described(v.string(), 'The check in which the entry was seen (`ver_`).'),
    entity: described(v.string(), "The source's id of the entry."),
    list: described(v.string(), "The source's name of the list."),
    name: described(v.string(), 'The name on the list.'),
    reason: described(v.string(), 'Why the entry is somebody else, in the words of the reviewer.'),
    by: described(v.string(), 'Who cleared it: the account (`usr_`), or its API key (`key_`).'),
    at: described(v.string(), 'When it was cleared.', DATE_TIME),
  }),
  'Clearance',
  'A list entry that a reviewer found to be somebody else.',
);

/**
 * Shows a clearance to its account.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const clearanceView = async (
  clearance: Clearance,
  vault: ReadVault,
): Promise<v.InferOutput<typeof clearanceBody>> => {
  const { clearanceId: id, verificationReference, by, at } = clearance;
  const { entity, list, name, reason } = await clearedText(clearance, vault);
  return { id, verificationReference, entity, list, name, reason, by, at };
};

/**
 * Who cleared the entries of an applicant's checks, for their evidence.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const clearedMarks = async (clearances: readonly Clearance[], vault: ReadVault): Promise<ClearedOf> => {
  const texts = await Promise.all(
    clearances.map(async (one) => [one.clearanceId, await clearedText(one, vault)] as const),
  );
  const reasons = new Map(texts.map(([id, { reason }]) => [id, reason]));
  return (entry) => {
    const clearance = currentClearanceOf(clearances, entry);
    if (!clearance) return null;
    const { clearanceId, by, at, withdrawnAt = null } = clearance;
    return { clearanceId, by, at, reason: reasons.get(clearanceId) ?? '', withdrawnAt };
  };
};
