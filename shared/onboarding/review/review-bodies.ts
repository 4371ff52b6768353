import * as v from 'valibot';
import { list, object } from '#shared/http/schemas/containers';
import { lookupText, text } from '#shared/http/schemas/texts';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { described } from '#shared/platform/described';

/** What a reviewer may decide. */
const REVIEWER_DECISIONS = ['approve', 'reject', 'request_resubmission'] as const;

const reason = described(
  text(500, { minLength: 1, trim: true }),
  "The reason, shown as the applicant's `decisionReason` and in its timeline. It is not in webhooks or emails.",
);

const updatedAt = v.exactOptional(
  described(
    text(30),
    'The `updatedAt` of the applicant as the reviewer saw it. If the applicant has changed since (another ' +
      'assessment or a visit has ended), nothing is decided and the response is 409.',
  ),
);

/** Body of "decide on an applicant". */
export const decisionBody = object({
  decision: described(v.picklist(REVIEWER_DECISIONS), 'The decision.'),
  reason,
  applicantMessage: v.exactOptional(
    described(
      text(500, { minLength: 1, trim: true }),
      'The message to the applicant, on the page and by email. For `request_resubmission` only.',
    ),
  ),
  updatedAt,
  modules: v.exactOptional(
    described(
      v.pipe(
        list(lookupText(60, { minLength: 1 }), MODULE_IDS.length),
        v.minLength(1, 'Must name at least one module'),
      ),
      'The modules to open again. The default is every enabled module. For `request_resubmission` only.',
    ),
  ),
});

/** Body of "overturn a decision". */
export const overturnBody = object({
  decision: described(v.picklist(['approve', 'reject']), 'The decision that is right.'),
  reason,
  updatedAt,
});

/** What overturns a decision. */
export type Overturn = v.InferOutput<typeof overturnBody>;

/** A reviewer's decision. */
export type ReviewerDecision = v.InferOutput<typeof decisionBody>;
