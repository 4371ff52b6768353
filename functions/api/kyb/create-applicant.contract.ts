import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { createApplicantBody } from '#shared/onboarding/applicants/applicant-bodies';
import { applicantBody } from '#shared/onboarding/applicants/applicant-view';
import { component, described, WHOLE } from '#shared/platform/described';
import { widgetPath } from './contract-parts.ts';

/** Creates an applicant under a widget, for a fee. */
export const createApplicant = contract({
  name: 'create-applicant',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets/{id}/applicants',
  summary: 'Create an applicant',
  description:
    'Creates an applicant, opens its embed session and debits the session base fee (rate `kyb_session_base`) ' +
    "from the wallet of the widget's environment. The widget does not have to be live. If the balance does " +
    'not cover the fee, nothing is created, and `details` contains `balanceKobo` and `requiredKobo`. `warnings` lists ' +
    'the fields of the body that do not exist and were ignored.',
  caller: 'account',
  limit: 'createApplicant',
  path: widgetPath,
  body: createApplicantBody,
  success: {
    201: v.object({
      success: succeeded,
      data: component(
        v.object({
          applicant: applicantBody,
          sessionTransactionId: described(
            v.nullable(v.string()),
            'The id of the transaction that debited the session base fee (`txn_`). Null if sessions are free.',
          ),
          sessionChargeKobo: described(v.number(), 'The session base fee, in kobo.', WHOLE),
          sessionId: described(v.string(), 'The id of the embed session that was opened (`wses_`).'),
        }),
        'CreatedApplicant',
        'A new applicant, its embed session and the fee charged for it.',
      ),
      warnings: warningsSchema,
    }),
  },
  errors: ['INSUFFICIENT_BALANCE', 'WIDGET_NOT_FOUND'],
  idempotent: 'commit',
  links: [{ to: 'read-applicant', parameters: { id: 'data.applicant.id' } }],
  touches: {
    reads: ['widget', 'wallet', 'applicantList', 'rates'],
    writes: ['applicant', 'embedSession', 'wallet', 'applicantList', 'applicantsOfReference', 'widget', 'outbox'],
  },
});
