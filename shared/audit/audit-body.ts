import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';

/** Everything that is audited. */
const AUDIT_ACTIONS = [
  'role.changed',
  'pricing_rate.changed',
  'company.transferred',
  'address_budget.changed',
  'payment.settled',
  'address.unsuppressed',
  'account.suspended',
  'account.resumed',
  'account.erased',
  'account.exported',
  'applicant.erased',
  'retention.changed',
  'applicant.exported',
  'sessions.ended',
  'api_keys.revoked',
  'wallet.credited',
  'transaction.refunded',
  'dead_letters.redriven',
  'delivery.resent',
  'deliveries.recovered',
  'registration.reactivated',
  'monitoring_event.recorded',
  'dispute.reviewed',
] as const;

/** A kind of change that is audited. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const stateSchema = v.nullable(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))));

/** The audited fields of something before or after a change, without secrets. Null if it did not exist. */
export type AuditedState = v.InferOutput<typeof stateSchema>;

/** An audit entry as the API shows it. */
export const auditEntryBody = component(
  v.object({
    id: described(v.string(), 'The id of the audit entry (`aud_`).'),
    by: described(
      v.string(),
      'Who made the change: an administrator (`adm_` and the ULID of the account), or an operator (`operator:` ' +
        'and the name of the user who ran the command).',
    ),
    action: described(v.picklist(AUDIT_ACTIONS), 'The kind of change.'),
    target: described(
      v.string(),
      'What was changed: an account (`usr_`), an applicant (`app_`), the action key of a price, a company or ' +
        'vendor (`cmp_`), a dispute (`dsp_`), a top-up (`top_`), a transaction (`txn_`), a webhook registration (`whk_`) or delivery ' +
        '(`whd_`), the name of a queue, or an email address (the SHA-256 hash of its lower-case form, in ' +
        'hex).',
    ),
    before: described(stateSchema, 'The changed fields before the change. Null if there were none.'),
    after: described(stateSchema, 'The changed fields after the change. Null if none are left.'),
    requestId: described(
      v.nullable(v.string()),
      'The id of the request that made the change, as in its response and the logs. Null for a command.',
    ),
    createdAt: described(v.string(), 'When the change was made.', DATE_TIME),
  }),
  'AuditEntry',
  'A change made by an administrator or an operator.',
);
