import { update } from '#shared/db/expressions';
import { MOST_BETWEEN } from '#shared/http/filtered-page';
import { listedAlert } from '#shared/monitoring/alerts/alert';
import { alertReadings } from '#shared/monitoring/alerts/alert-writes';
import { alertKeys } from '#shared/monitoring/alerts/keys';
import { MAX_MENTION_DEPTH } from '#shared/monitoring/mentions/mention-pages';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { MAX_WHOLE_HISTORY } from '#shared/monitoring/vendors/event-repository';
import { vendorKeys, vendorLists } from '#shared/monitoring/vendors/keys';
import { watchesOfAccount } from '#shared/monitoring/watches/keys';
import { newId } from '#shared/platform/ids';
import { post } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { type Growth, halvesOf, make, newestFirst, type Seed, type SeedWorld } from '#tests/integration/lists/seed';
import { createAlertFor } from '#tests/support/alerts';
import { openWalletsFor } from '#tests/support/onboarding';
import { createVendor, reportOn } from '#tests/support/vendors';
import { beginWatchFor, createUnownedCompany } from '#tests/support/watches';

const isEven = (number: number): boolean => number % 2 === 0;

const placeOf = ({ account: { accountId } }: SeedWorld) => ({ accountId, environment: 'live' }) as const;

/** Opens the wallets of the account, with money for this many watches. */
const payFor = async (world: SeedWorld, watches: number): Promise<void> => {
  const { table, account, at } = world;
  await openWalletsFor(account, table, at(0));
  const amountKobo = watches * 100_000;
  const credit = { type: 'credit', amountKobo, actionKey: null, description: 'Top-up', reference: null } as const;
  await table.transact(post(await loadWallet(table, placeOf(world)), [credit], at(0)).operations);
};

const listAlerts: Seed = async (world, length) => {
  const { table } = world;
  const vendors = [newId('cmp', Date.now()), newId('cmp', Date.now())] as const;
  const severityOf = (number: number) => SEVERITIES[number % SEVERITIES.length] ?? 'LOW';
  const isRead = (number: number) => number % 8 < 2;
  const made = await make(length, async (number) => {
    const about = { vendorId: vendors[number % 2] ?? '', severity: severityOf(number) };
    const { id } = await createAlertFor(placeOf(world), about, table);
    const item = await table.get(alertKeys.alert(id));
    if (isRead(number) && item)
      await table.transact(alertReadings(placeOf(world), [listedAlert(item)], Date.now()).operations);
    return id;
  });
  return {
    named: 'alertId',
    reads: [
      { ids: newestFirst(made) },
      { query: { read: 'false' }, ids: newestFirst(made, (number) => !isRead(number)) },
      { query: { severity: severityOf(0) }, ids: newestFirst(made, (number) => severityOf(number) === severityOf(0)) },
      { query: { vendorId: vendors[0] }, ids: newestFirst(made, isEven) },
    ],
  };
};

/** Every second watched vendor has a sanctions match, and therefore another risk tier. */
const listWatches: Seed = async (world, length) => {
  const { table, at, account } = world;
  const list = watchesOfAccount(account.accountId);
  const count = Math.min(length, list.most);
  await payFor(world, count);
  const made = await make(count, async (number) => {
    const businessName = isEven(number) ? `Adire ${number}` : `Kano ${number}`;
    const company = await createUnownedCompany(placeOf(world), { businessName }, table);
    await beginWatchFor(placeOf(world), at(number), company, table);
    if (!isEven(number)) await reportOn(company, { kind: 'sanctions_match' }, at(number), table);
    return company.id;
  });
  const grows: Growth = {
    why: 'a record of each watch is read, for a filter also of its vendor',
    most: list.most,
    kept: { list, group: 'live' },
  };
  return {
    named: 'vendorId',
    reads: [
      { ids: newestFirst(made), grows },
      { query: { search: 'adire' }, ids: newestFirst(made, isEven), grows },
      { query: { riskTier: 'LOW' }, ids: newestFirst(made, isEven), grows },
    ],
  };
};

/** A vendor that the account watches, by default without an owner. */
const watchedVendor = async (world: SeedWorld, fields: Parameters<typeof createVendor>[1] = {}) => {
  const vendor = await createVendor(placeOf(world), fields, world.table);
  await beginWatchFor(placeOf(world), world.at(0), vendor, world.table);
  return vendor;
};

/** Events of two alternating kinds that nearly balance, so that each of them changes the score. */
const vendorWithEvents = async (world: SeedWorld, length: number) => {
  await payFor(world, 1);
  const vendor = await watchedVendor(world);
  const made = await make(length, async (number) => {
    const kind = isEven(number) ? 'positive_media' : 'address_change';
    return (await reportOn(vendor, { kind }, world.at(number), world.table)).eventId;
  });
  return { vendor, made };
};

const listVendorEvents: Seed = async (world, length) => {
  const { vendor, made } = await vendorWithEvents(world, length);
  const grows: Growth = {
    why: 'all events between `from` and `to` are read, and filtered in memory',
    most: MOST_BETWEEN,
    code: 'RANGE_TOO_LONG',
  };
  return {
    pathParameters: { vendorId: vendor.id },
    named: 'eventId',
    reads: [
      { ids: newestFirst(made), grows },
      { query: { kind: 'positive_media' }, ids: newestFirst(made, isEven), grows },
      ...halvesOf(made, world.timeOf, grows),
    ],
  };
};

const readScoreHistory: Seed = async (world, length) => {
  // The start of monitoring is the first point.
  const { vendor, made } = await vendorWithEvents(world, length - 1);
  const [start] = await world.table.queryAll(
    { partition: vendorLists.vendor(vendor.id), startsWith: vendorLists.points },
    { most: length, why: 'the points of the list' },
  );
  return {
    pathParameters: { vendorId: vendor.id },
    named: 'eventId',
    reads: [{ ids: [String(start?.['eventId']), ...newestFirst(made).reverse()] }],
    whole: { why: 'it is returned whole', most: MAX_WHOLE_HISTORY, code: 'RESULT_TOO_LARGE' },
  };
};

/** About two alternating vendors, the first of which has an owner, alerts and a good score. */
const listMediaMentions: Seed = async (world, length) => {
  await payFor(world, 2);
  const good = await watchedVendor(world, { ownerId: newId('usr', Date.now()) });
  const bad = await watchedVendor(world);
  await createAlertFor(placeOf(world), { vendorId: good.id }, world.table);
  const made = await make(length, async (number) => {
    const [vendor, kind] = isEven(number) ? ([good, 'positive_media'] as const) : ([bad, 'adverse_media'] as const);
    return (await reportOn(vendor, { kind }, world.at(number), world.table)).eventId;
  });
  const grows: Growth = {
    why: 'a page reads those before it as well',
    most: MAX_MENTION_DEPTH,
    code: 'RESULT_TOO_LARGE',
    lengthen: async (table) => {
      const more = { add: { mentionCount: MAX_MENTION_DEPTH }, when: {} };
      for (const { id } of [good, bad]) await table.write(update(vendorKeys.state(id), more));
    },
  };
  return {
    named: 'eventId',
    reads: [
      { ids: newestFirst(made), grows },
      { query: { riskTier: 'LOW' }, ids: newestFirst(made, isEven), grows },
      { query: { claimStatus: 'claimed' }, ids: newestFirst(made, isEven), grows },
      { query: { hasAlerts: 'true' }, ids: newestFirst(made, isEven), grows },
    ],
  };
};

/** The lists of monitoring. */
export const monitoringSeeds = {
  'list-alerts': listAlerts,
  'list-watches': listWatches,
  'list-vendor-events': listVendorEvents,
  'read-score-history': readScoreHistory,
  'list-media-mentions': listMediaMentions,
};
