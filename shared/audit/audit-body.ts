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
  'monitoring_event.recorded',
  'dispute.reviewed',
] as const;

/** A kind of change that is audited. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const stateSchema = v.nullable(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))));

/** What a change changed: the fields that it concerns, and no secret. Null where there was, or is, nothing. */
export type AuditedState = v.InferOutput<typeof stateSchema>;

/** An audit entry as the API shows it. */
export const auditEntryBody = component(
  v.object({
    id: described(v.string(), 'Its id (`aud_`).'),
    by: described(
      v.string(),
      'Who made the change: an administrator (`adm_` and the ULID of the account), or `operator:` and the name of the ' +
        'user who ran the command.',
    ),
    action: described(v.picklist(AUDIT_ACTIONS), 'What was done.'),
    target: described(
      v.string(),
      'What was changed: an account (`usr_`), the action key of a price, a company or vendor (`cmp_`), a dispute (`dsp_`), a ' +
        'top-up (`top_`), an e-mail address (SHA-256 of its lower-case form, in hex).',
    ),
    before: described(stateSchema, 'Its changed fields before; null where there was nothing.'),
    after: described(stateSchema, 'Its changed fields after; null where nothing is left.'),
    requestId: described(
      v.nullable(v.string()),
      'The request that made the change, as its response and the logs name it; null for a command.',
    ),
    createdAt: described(v.string(), 'When it was made.', DATE_TIME),
  }),
  'AuditEntry',
  'One change that an administrator or an operator made.',
);
