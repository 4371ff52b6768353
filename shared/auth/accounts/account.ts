import * as v from 'valibot';
import { authKeys } from '#shared/auth/keys';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import type { Scope } from '#shared/platform/scope';

/** The profile that people enter when they sign up; null for what they left out. */
export const profileSchema = v.object({
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  companyName: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});

/** The part of an account that its owner chose. */
export type Profile = v.InferOutput<typeof profileSchema>;

const accountSchema = v.object({
  /** `usr_` */
  accountId: v.string(),
  /** Normalised. */
  email: v.string(),
  ...profileSchema.entries,
  /** When it was first signed up for. */
  createdAt: v.string(),
  verifiedAt: v.string(),
});

/** A verified account. */
export type Account = v.InferOutput<typeof accountSchema>;

/** An unverified account: it only maps the id to the address. */
const unverifiedSchema = v.pick(accountSchema, ['accountId', 'email']);

const fromAccountItem = (item: Item): Account => v.parse(accountSchema, item);

/** Reads a verified account; undefined when there is none. */
export const readAccount = async (
  table: TableReader,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<Account | undefined> => {
  const item = await table.get(authKeys.account(accountId));
  return item?.['verifiedAt'] === undefined ? undefined : fromAccountItem(item);
};

/** Reads the address of an account, verified or not; undefined when there is no such account. */
export const readEmailOf = async (
  table: TableReader,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<string | undefined> => {
  const item = await table.get(authKeys.account(accountId));
  return item && v.parse(unverifiedSchema, item).email;
};

/**
 * The write that creates an unverified account, which expires at `expiresAtSeconds` unless it is verified before then.
 */
export const createAccount = (
  accountId: string,
  email: string,
  expiresAtSeconds: number,
  nowMs: number,
): WriteOperation =>
  put({ ...authKeys.account(accountId), accountId, email, createdAt: isoTime(nowMs), expiresAtSeconds });

/** The write that creates an account with an already verified address. It refuses when the account exists. */
export const createVerifiedAccount = (
  accountId: string,
  email: string,
  profile: Profile,
  nowMs: number,
): WriteOperation => {
  const at = isoTime(nowMs);
  return put({ ...authKeys.account(accountId), accountId, email, ...profile, createdAt: at, verifiedAt: at });
};

/** The write that keeps an unverified account for longer. */
export const extendAccount = (accountId: string, expiresAtSeconds: number): WriteOperation =>
  update(authKeys.account(accountId), { set: { expiresAtSeconds }, when: { email: 'exists', verifiedAt: 'missing' } });

/** The write that makes an unverified account a verified one, with the profile of the sign-up that was confirmed. */
export const verifyAccount = (accountId: string, profile: Profile, nowMs: number): WriteOperation =>
  update(authKeys.account(accountId), {
    set: { ...profile, verifiedAt: isoTime(nowMs) },
    remove: ['expiresAtSeconds'],
    when: { email: 'exists', verifiedAt: 'missing' },
  });
