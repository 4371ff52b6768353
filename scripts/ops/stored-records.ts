import { addressKeys } from '#shared/addresses/keys';
import { authKeys } from '#shared/auth/keys';
import { chatKeys } from '#shared/chat/keys';
import { companyKeys } from '#shared/companies/keys';
import { obligationKeys } from '#shared/compliance/keys';
import type { Key } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { directCheckKeys } from '#shared/direct-checks/keys';
import { disputeKeys } from '#shared/disputes/keys';
import { eventKeys } from '#shared/events/keys';
import { callerKeys } from '#shared/http/caller/keys';
import { alertKeys } from '#shared/monitoring/alerts/keys';
import { vendorLists } from '#shared/monitoring/vendors/keys';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { exportKeys } from '#shared/onboarding/exports/keys';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { ID_PREFIXES, type IdPrefix, isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletKeys } from '#shared/wallet/keys';
import { findTransaction } from '#shared/wallet/ledger-pages';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { registrationKeys } from '#shared/webhooks/registrations/keys';

/** What reading a record may need besides its id. */
interface Reading {
  readonly table: TableReader;
  /** Each account that may own it, in both environments. */
  readonly owners: readonly AccountEnvironment[];
}

/** Reads the items of a record. */
type ReadItems = (id: string, reading: Reading) => Promise<readonly unknown[]>;

const byId =
  (...keys: readonly ((id: string) => Key)[]): ReadItems =>
  (id, { table }) =>
    table.getMany(keys.map((key) => key(id)));

const byOwner =
  (...keys: readonly ((owner: AccountEnvironment, id: string) => Key)[]): ReadItems =>
  (id, { table, owners }) =>
    table.getMany(owners.flatMap((owner) => keys.map((key) => key(owner, id))));

/** How the record of each kind of id is read. Kinds without a row have no record of their own. */
const READS: Partial<Record<IdPrefix, ReadItems>> = {
  usr: byId(authKeys.account, callerKeys.accountAccess),
  cmp: byId(companyKeys.company),
  wgt: byId(widgetKeys.widget),
  app: byId(applicantKeys.applicant),
  wses: byId(embedSessionKeys.embedSession),
  addr: byId(addressKeys.verification),
  top: byId(walletKeys.topUp),
  al: byId(alertKeys.alert),
  dsp: byId(disputeKeys.dispute),
  obl: byOwner(({ accountId, environment }, id) => obligationKeys.obligation(accountId, environment, id)),
  evt: async (id, { table }) =>
    (await table.query({ index: 'gsi2', partition: vendorLists.eventById(id), limit: 1 })).items,
  whd: byId(deliveryKeys.delivery),
  whk: byOwner(
    ({ accountId }, id) => registrationKeys.registration(accountId, id),
    ({ accountId }, id) => registrationKeys.deletedRegistration(accountId, id),
  ),
  sev: byOwner(({ accountId }, id) => eventKeys.outboxEvent(accountId, id)),
  exp: byOwner(({ accountId }, id) => exportKeys.export(accountId, id)),
  ver: byOwner(({ accountId, environment }, id) => directCheckKeys.directCheck(accountId, environment, id)),
  chat: byOwner(({ accountId, environment }, id) => chatKeys.chat(accountId, environment, id)),
  txn: async (id, { table, owners }) => [await findTransaction(table, owners, id)],
};

/** A record as it is stored: its items, of which the first is its own. */
export interface StoredRecord {
  readonly id: string;
  /** What its id names, such as `applicant`. */
  readonly kind: string;
  readonly items: readonly object[];
}

/** The kind of an id; undefined for a text that is none of our ids. */
export const kindOfId = (text: string): IdPrefix | undefined =>
  (Object.keys(ID_PREFIXES) as IdPrefix[]).find((prefix) => isId(prefix, text));

/**
 * Reads the record of an id, whoever owns it; undefined when there is none.
 *
 * @param accountIds the accounts that may own it. Some kinds of records are found only under their account.
 */
export const readRecord = async (
  id: string,
  accountIds: readonly string[],
  table: TableReader,
): Promise<StoredRecord | undefined> => {
  const prefix = kindOfId(id);
  const read = prefix && READS[prefix];
  if (!read) return undefined;
  const owners = accountIds.flatMap((accountId) => ENVIRONMENTS.map((environment) => ({ accountId, environment })));
  const found = await read(id, { table, owners });
  const items = found.filter((item) => typeof item === 'object' && item !== null);
  // An event of an account is stored once, whatever its environment: two owners find the same item.
  const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  return distinct.length > 0 ? { id, kind: ID_PREFIXES[prefix], items: distinct } : undefined;
};
