import * as v from 'valibot';
import { list, object } from '#shared/http/schemas/containers';
import { idText, lookupText, text } from '#shared/http/schemas/texts';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { described } from '#shared/platform/described';

/** The decisions that a reviewer can make. */
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
  decision: described(v.picklist(REVIEWER_DECISIONS), 'The decision to make.'),
  reason,
  applicantMessage: v.exactOptional(
    described(
      text(500, { minLength: 1, trim: true }),
      'The message to show to the applicant, on the page and by email. Only for `request_resubmission`.',
    ),
  ),
  updatedAt,
  modules: v.exactOptional(
    described(
      v.pipe(
        list(lookupText(60, { minLength: 1 }), MODULE_IDS.length),
        v.minLength(1, 'Must name at least one module'),
      ),
      'The modules to reopen. By default, every enabled module. Only for `request_resubmission`.',
    ),
  ),
});

/** Body of "clear a list entry". */
export const clearanceRequestBody = v.pipe(
  object({
    verificationReference: described(idText, 'The check in which the entry was found (`ver_`).'),
    entity: v.exactOptional(described(lookupText(100, { minLength: 1 }), "The source's id of the entry.")),
    list: v.exactOptional(
      described(lookupText(200, { minLength: 1 }), 'The list of the entry. With `name`, instead of `entity`.'),
    ),
    name: v.exactOptional(
      described(lookupText(200, { minLength: 1 }), 'The name on the list. With `list`, instead of `entity`.'),
    ),
    reason: described(
      text(500, { minLength: 1, trim: true }),
      'Why the entry is somebody else. Only your account reads it.',
    ),
  }),
  v.forward(
    v.partialCheck(
      [['entity'], ['list'], ['name']],
      ({ entity, list: named, name }) => entity !== undefined || (named !== undefined && name !== undefined),
      'Name the entity, or the list and the name',
    ),
    ['entity'],
  ),
);

/** A request to clear a list entry. */
export type ClearanceRequest = v.InferOutput<typeof clearanceRequestBody>;

/** Body of "overturn a decision". */
export const overturnBody = object({
  decision: described(v.picklist(['approve', 'reject']), 'The decision that is right.'),
  reason,
  updatedAt,
});

/** A request to overturn a decision. */
export type Overturn = v.InferOutput<typeof overturnBody>;

/** A reviewer's decision. */
export type ReviewerDecision = v.InferOutput<typeof decisionBody>;
