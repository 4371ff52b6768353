import { ADDRESS_FAMILIES } from '#shared/addresses/keys';
import { AUDIT_FAMILIES } from '#shared/audit/keys';
import { AUTH_FAMILIES } from '#shared/auth/keys';
import { CHAT_FAMILIES } from '#shared/chat/keys';
import { COMPANY_FAMILIES } from '#shared/companies/keys';
import { OBLIGATION_FAMILIES } from '#shared/compliance/keys';
import { CONTACT_FAMILIES } from '#shared/contact/keys';
import { type Family, leadingKeys } from '#shared/db/families';
import type { IndexName } from '#shared/db/table';
import { DIRECT_CHECK_FAMILIES } from '#shared/direct-checks/keys';
import { DISPUTE_FAMILIES } from '#shared/disputes/keys';
import { ERASURE_FAMILIES } from '#shared/erasure/keys';
import { EVENT_FAMILIES } from '#shared/events/keys';
import { FILE_FAMILIES } from '#shared/files/keys';
import { CALLER_FAMILIES } from '#shared/http/caller/keys';
import { IDEMPOTENCY_FAMILIES } from '#shared/http/idempotency/keys';
import { LIMIT_FAMILIES } from '#shared/http/limits/keys';
import { MAIL_FAMILIES } from '#shared/mails/keys';
import { ALERT_FAMILIES } from '#shared/monitoring/alerts/keys';
import { VENDOR_CHECK_FAMILIES } from '#shared/monitoring/checks/keys';
import { VENDOR_FAMILIES } from '#shared/monitoring/vendors/keys';
import { WATCH_FAMILIES } from '#shared/monitoring/watches/keys';
import { APPLICANT_FAMILIES } from '#shared/onboarding/applicants/keys';
import { EMBED_FAMILIES } from '#shared/onboarding/embed/keys';
import { EXPORT_FAMILIES } from '#shared/onboarding/exports/keys';
import { NOTE_FAMILIES } from '#shared/onboarding/notes/keys';
import { RETENTION_FAMILIES } from '#shared/onboarding/retention/keys';
import { EMBED_SESSION_FAMILIES } from '#shared/onboarding/sessions/keys';
import { WIDGET_FAMILIES } from '#shared/onboarding/widgets/keys';
import { EVIDENCE_FAMILIES } from '#shared/verification/keys';
import { WALLET_FAMILIES } from '#shared/wallet/keys';
import { DELIVERY_FAMILIES } from '#shared/webhooks/deliveries/keys';
import { DELIVERY_LOG_FAMILIES } from '#shared/webhooks/delivery-log/keys';
import { REGISTRATION_FAMILIES } from '#shared/webhooks/registrations/keys';

/**
 * The families of all domains: every access pattern of the table, and the units in which rights are granted. A domain's
 * `keys.ts` declares its own. Tests compare this list with those files, and docs/contribute/access-patterns.md with
 * this list.
 */
export const FAMILIES = {
  ...CALLER_FAMILIES,
  ...LIMIT_FAMILIES,
  ...IDEMPOTENCY_FAMILIES,
  ...EVENT_FAMILIES,
  ...AUTH_FAMILIES,
  ...AUDIT_FAMILIES,
  ...CONTACT_FAMILIES,
  ...MAIL_FAMILIES,
  ...COMPANY_FAMILIES,
  ...VENDOR_FAMILIES,
  ...OBLIGATION_FAMILIES,
  ...WALLET_FAMILIES,
  ...ADDRESS_FAMILIES,
  ...WIDGET_FAMILIES,
  ...EMBED_SESSION_FAMILIES,
  ...APPLICANT_FAMILIES,
  ...NOTE_FAMILIES,
  ...EXPORT_FAMILIES,
  ...EMBED_FAMILIES,
  ...ERASURE_FAMILIES,
  ...RETENTION_FAMILIES,
  ...DIRECT_CHECK_FAMILIES,
  ...EVIDENCE_FAMILIES,
  ...DISPUTE_FAMILIES,
  ...CHAT_FAMILIES,
  ...FILE_FAMILIES,
  ...VENDOR_CHECK_FAMILIES,
  ...WATCH_FAMILIES,
  ...ALERT_FAMILIES,
  ...REGISTRATION_FAMILIES,
  ...DELIVERY_FAMILIES,
  ...DELIVERY_LOG_FAMILIES,
} as const;

type FamilyName = keyof typeof FAMILIES;

/** A family of lists: partitions of an index, written by the writers of their items. */
export type ListFamily = {
  [Name in FamilyName]: (typeof FAMILIES)[Name] extends { readonly index: IndexName } ? Name : never;
}[FamilyName];

/** A family of items of the table. */
export type ItemFamily = Exclude<FamilyName, ListFamily>;

const named: readonly (readonly [string, Family])[] = Object.entries(FAMILIES);

/**
 * The partitions of a family of items as a pattern of IAM's `StringLike`; with an environment, those of that
 * environment alone.
 */
export const partitionsOf = (family: ItemFamily, environment?: string): string =>
  leadingKeys(FAMILIES[family], environment);

/** The partitions of each family of items as a pattern of IAM's `StringLike`. */
export const ITEM_FAMILIES = Object.fromEntries(
  named.flatMap(([name, family]) => (family.index === undefined ? [[name, leadingKeys(family)]] : [])),
) as Readonly<Record<ItemFamily, string>>;

/** The index and the partitions of each family of lists. */
export const LIST_FAMILIES = Object.fromEntries(
  named.flatMap(([name, family]) =>
    family.index === undefined ? [] : [[name, { index: family.index, partition: leadingKeys(family) }]],
  ),
) as Readonly<Record<ListFamily, { readonly index: IndexName; readonly partition: string }>>;
