import * as v from 'valibot';
import { list, object } from '#shared/http/schemas/containers';
import { lookupText, text } from '#shared/http/schemas/texts';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { described } from '#shared/platform/described';

/** What a reviewer may decide. */
const REVIEWER_DECISIONS = ['approve', 'reject', 'request_resubmission'] as const;

/** Body of "decide on an applicant". */
export const decisionBody = object({
  decision: described(v.picklist(REVIEWER_DECISIONS), 'The decision.'),
  reason: described(
    text(500, { minLength: 1, trim: true }),
    "Why: the applicant's `decisionReason`. Webhooks and mails do not carry it.",
  ),
  applicantMessage: v.exactOptional(
    described(
      text(500, { minLength: 1, trim: true }),
      'For `request_resubmission`: what the applicant is told, on the page and by mail.',
    ),
  ),
  updatedAt: v.exactOptional(
    described(
      text(30),
      'The `updatedAt` of the applicant that the reviewer saw. Where it has changed since (another assessment or a visit has ended), nothing is decided: 409.',
    ),
  ),
  modules: v.exactOptional(
    described(
      v.pipe(
        list(lookupText(60, { minLength: 1 }), MODULE_IDS.length),
        v.minLength(1, 'Must name at least one module'),
      ),
      'For `request_resubmission`: the modules that are open again; without it all that are enabled.',
    ),
  ),
});

/** A reviewer's decision. */
export type ReviewerDecision = v.InferOutput<typeof decisionBody>;
