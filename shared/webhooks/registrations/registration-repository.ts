import { check, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { entryWrite, exitWrite, readBounded } from '#shared/db/lists/bounded-list';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { SERVICE_TYPES } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { MAX_REGISTRATIONS, registrationKeys, registrationLists, registrationsOfAccount } from './keys.ts';
import {
  type DeactivationReason,
  fromRegistrationItem,
  type Registration,
  type ReplacedSecrets,
  toRegistrationItem,
} from './registration.ts';

const slotKey = ({ accountId, appId, environment, serviceType }: Registration) =>
  registrationKeys.registrationSlot(accountId, environment, serviceType, appId);

const BOUND = {
  most: MAX_REGISTRATIONS,
  why: 'the write that adds a registration refuses beyond it, in each environment',
};

/** The attributes of replaced secrets that still sign during an overlap. */
const REPLACED_SECRETS = [
  'previousSealedSecret',
  'previousSecretUntil',
  'earliestSealedSecret',
  'earliestSecretUntil',
] as const satisfies readonly (keyof ReplacedSecrets)[];

/**
 * The live registrations of an account, newest first, strongly consistent. For work without a caller: the number of all
 * of them is bounded, but for an event only those that receive it are read ({@link findReceivers}).
 */
export const readRegistrations = async (table: TableReader, accountId: string): Promise<readonly Registration[]> => {
  const range = {
    partition: registrationLists.registrations(accountId),
    startsWith: registrationLists.liveRegistrations,
  };
  const items = await readBounded(table, range, { ...BOUND, most: ENVIRONMENTS.length * BOUND.most });
  return items.map(fromRegistrationItem);
};

/** Which live registrations receive an event (interface: Events). */
export interface Audience extends Pick<Registration, 'accountId' | 'environment' | 'serviceType'> {
  /** The widget that the event belongs to. If null, the registrations of every widget receive it. */
  readonly appId: string | null;
}

/**
 * The ids of the live registrations of an audience, strongly consistent: a registration receives from its creation on,
 * until it is deleted. No others are read. For work without a caller.
 */
export const findReceivers = async (
  table: TableReader,
  { accountId, environment, serviceType, appId }: Audience,
): Promise<readonly string[]> => {
  const slots =
    appId === null
      ? await table.queryAll({ partition: registrationLists.slots(accountId, environment, serviceType) }, BOUND)
      : [await table.get(registrationKeys.registrationSlot(accountId, environment, serviceType, appId))];
  return slots.flatMap((slot) => (slot ? [String(slot['registrationId'])] : []));
};

/** Those of these registrations of an account that are live. For work without a caller. */
export const readLiveRegistrations = async (
  table: ItemReader,
  accountId: string,
  registrationIds: readonly string[],
): Promise<readonly Registration[]> => {
  const items = await table.getMany(registrationIds.map((id) => registrationKeys.registration(accountId, id)));
  return items.flatMap((item) => (item ? [fromRegistrationItem(item)] : []));
};

/** The ids of all registrations that an account has or has had. For work without a caller. */
export const readEveryRegistrationId = async (table: TableReader, accountId: string): Promise<readonly string[]> => {
  const partition = registrationLists.registrations(accountId);
  const ids: string[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await table.query({ partition, ...(after && { after }) });
    ids.push(
      ...page.items.flatMap(({ registrationId }) => (registrationId === undefined ? [] : String(registrationId))),
    );
    after = page.next;
  } while (after);
  return ids;
};

/** The live registrations within the caller's scope, newest first, strongly consistent. */
export const listRegistrations = async (table: TableReader, scope: Scope): Promise<readonly Registration[]> =>
  (await readRegistrations(table, scope.accountId)).filter((registration) => isWithin(scope, registration));

/**
 * A live registration of an account, whatever its environment, for work without a caller. Undefined when there is none
 * with this id, or it is deleted or another account's.
 */
export const findRegistration = async (
  table: TableReader,
  accountId: string,
  registrationId: string,
): Promise<Registration | undefined> => {
  if (!isId('whk', registrationId)) return undefined;
  const item = await table.get(registrationKeys.registration(accountId, registrationId));
  return item && fromRegistrationItem(item);
};

/** A live registration within the caller's scope. Undefined when the scope has none with this id, or it is deleted. */
export const findOwnedRegistration = async (
  table: TableReader,
  scope: Scope,
  registrationId: string,
): Promise<Registration | undefined> => {
  const found = await findRegistration(table, scope.accountId, registrationId);
  return found && isWithin(scope, found) ? found : undefined;
};

/** Whether the caller has or had a registration. Its deliveries stay visible to the caller after it is deleted. */
export const hasHadRegistration = async (
  table: Pick<TableReader, 'get'>,
  scope: Scope,
  registrationId: string,
): Promise<boolean> => {
  if (!isId('whk', registrationId)) return false;
  const { accountId } = scope;
  const keys = [
    registrationKeys.registration(accountId, registrationId),
    registrationKeys.deletedRegistration(accountId, registrationId),
  ];
  const found = await Promise.all(keys.map((key) => table.get(key)));
  return found.some((item) => item !== undefined && isWithin(scope, item));
};

/** A registration as a record, for transactions that start from it. */
export const registrationRecord = (accountId: string, registrationId: string): StoredRecord<Registration> => ({
  key: registrationKeys.registration(accountId, registrationId),
  from: fromRegistrationItem,
});

/**
 * The writes of a new registration. `slot` refuses while the app has a registration for this environment and service
 * type. `entry` refuses while the account has the maximum in this environment.
 */
export const registrationWrites = (
  registration: Registration,
): Readonly<Record<'registration' | 'slot' | 'entry', WriteOperation>> => ({
  registration: put(toRegistrationItem(registration)),
  slot: put({ ...slotKey(registration), registrationId: registration.registrationId }),
  entry: entryWrite(registrationsOfAccount(registration.accountId), registration.environment),
});

/** A new signing secret that replaces the current one. */
export interface SecretRotation
  extends Required<Pick<Registration, 'sealedSecret' | 'signingSecretMasked' | 'rotatedAt'>> {
  /** The secrets that continue to sign for a while. If empty, every earlier secret ends at once. */
  readonly replaced: ReplacedSecrets;
}

/**
 * The write that replaces the signing secret of a live registration. It refuses when there is none within the scope. If
 * replaced secrets continue to sign, it also refuses when the stored secrets are not those that were read.
 */
export const rotationWrite = (
  { accountId, environments }: Scope,
  { registrationId, sealedSecret, previousSealedSecret }: Registration,
  { replaced, ...change }: SecretRotation,
): WriteOperation =>
  update(registrationKeys.registration(accountId, registrationId), {
    set: { ...change, ...replaced },
    remove: REPLACED_SECRETS.filter((attribute) => replaced[attribute] === undefined),
    when: {
      environment: { oneOf: environments },
      ...(replaced.previousSealedSecret !== undefined && {
        sealedSecret: { equals: sealedSecret },
        previousSealedSecret: previousSealedSecret === undefined ? 'missing' : { equals: previousSealedSecret },
      }),
    },
  });

/** The writes that move a registration from its slot into the account's history, which keeps no secret. */
const moveToHistory = (registration: Registration, nowMs: number): readonly WriteOperation[] => {
  const {
    accountId,
    registrationId,
    sealedSecret: _,
    previousSealedSecret: __,
    earliestSealedSecret: ___,
    ...rest
  } = registration;
  return [
    remove(registrationKeys.registration(accountId, registrationId)),
    remove(slotKey(registration), { registrationId: { equals: registrationId } }),
    put({
      ...registrationKeys.deletedRegistration(accountId, registrationId),
      ...rest,
      accountId,
      registrationId,
      isActive: false,
      deletedAt: isoTime(nowMs),
    }),
  ];
};

/**
 * The writes that delete a registration: they remove it from the list and its slot, and add it to the account's
 * history. They refuse when another call deleted it first.
 */
export const deletionWrites = (registration: Registration, nowMs: number): readonly WriteOperation[] => [
  ...moveToHistory(registration, nowMs),
  exitWrite(registrationsOfAccount(registration.accountId), registration.environment),
];

/** An app that is being deleted. */
export interface DeletedApp {
  readonly accountId: string;
  readonly appId: string;
  readonly environment: Environment;
}

/**
 * The writes that delete all registrations of an app with it, by name. They refuse when one of them was deleted, or
 * another was created, since they were read.
 *
 * @param registrations the live ones of the account.
 */
export const appRegistrationDeletions = (
  { accountId, appId, environment }: DeletedApp,
  registrations: readonly Registration[],
  nowMs: number,
): Readonly<Record<string, WriteOperation>> => {
  const own = registrations.filter((registration) => registration.appId === appId);
  const emptySlots = SERVICE_TYPES.filter((type) => !own.some(({ serviceType }) => serviceType === type)).map((type) =>
    check(registrationKeys.registrationSlot(accountId, environment, type, appId), { pk: 'missing' }),
  );
  const writes = [
    ...own.flatMap((registration) => moveToHistory(registration, nowMs)),
    ...emptySlots,
    ...(own.length > 0 ? [exitWrite(registrationsOfAccount(accountId), environment, own.length)] : []),
  ];
  return Object.fromEntries(writes.map((write, index) => [`registration${index}`, write]));
};

/**
 * The write that deactivates a registration because of its endpoint. It refuses when the registration has since been
 * deleted, deactivated or given another endpoint.
 */
export const deactivationWrite = (
  { accountId, registrationId, endpoint }: Registration,
  reason: DeactivationReason,
  nowMs: number,
): WriteOperation =>
  update(registrationKeys.registration(accountId, registrationId), {
    set: { isActive: false, deactivatedAt: isoTime(nowMs), deactivationReason: reason },
    when: { endpoint: { equals: endpoint }, isActive: { equals: true } },
  });

/** How long after a test of a registration the next one may be sent. */
export const TEST_INTERVAL_MS = 10_000;

/**
 * The write that counts a test. It refuses when there is no active registration within the scope, and when it was
 * tested less than ten seconds ago.
 */
export const testWrite = ({ accountId, environments }: Scope, registrationId: string, nowMs: number): WriteOperation =>
  update(registrationKeys.registration(accountId, registrationId), {
    set: { testedAtMs: nowMs },
    when: {
      environment: { oneOf: environments },
      isActive: { equals: true },
      testedAtMs: { missingOr: { atMost: nowMs - TEST_INTERVAL_MS } },
    },
  });

/** The condition, in a transaction, that a registration is neither deleted nor inactive. */
export const activeRegistrationCheck = (accountId: string, registrationId: string): WriteOperation =>
  check(registrationKeys.registration(accountId, registrationId), { isActive: { equals: true } });

/** The attributes of a deactivation, which are removed when it ends. */
const DEACTIVATION = ['deactivatedAt', 'deactivationReason'] as const;

/** The changes that an owner can make to a registration. */
export type RegistrationChange = Partial<Pick<Registration, 'endpoint' | 'isActive'>>;

/** The fields that the response to a change shows. */
export type ShownRegistration = Pick<Registration, 'endpoint' | 'isActive' | 'signingSecretMasked'>;

/**
 * The write of its owner's change to a live registration. It refuses when there is none within the scope.
 *
 * @param read also refuses when the registration no longer shows this state. When undefined, any state is accepted.
 */
export const changeWrite = (
  { accountId, environments }: Omit<Scope, 'via'>,
  registrationId: string,
  { endpoint, isActive }: RegistrationChange,
  read?: ShownRegistration,
): WriteOperation =>
  update(registrationKeys.registration(accountId, registrationId), {
    set: { endpoint, isActive },
    // An explicit value replaces whatever deactivated it before.
    remove: isActive === undefined ? [] : DEACTIVATION,
    when: {
      environment: { oneOf: environments },
      ...(read && {
        endpoint: { equals: read.endpoint },
        isActive: { equals: read.isActive },
        signingSecretMasked: { equals: read.signingSecretMasked },
      }),
    },
  });
