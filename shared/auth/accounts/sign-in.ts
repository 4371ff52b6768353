import * as v from 'valibot';
import { mailedCodeSchema } from '#shared/auth/codes/mailed-code';
import { authKeys } from '#shared/auth/keys';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import type { LatestRetryPolicy, StoredRecord } from '#shared/db/latest';
import type { TableReader } from '#shared/db/operations';
import { profileSchema } from './account.ts';

const waitingSchema = v.object({
  /** Hashed with a shared salt, so that one computation finds the hash of a password among all of them. */
  passwordHash: v.string(),
  /** The codes that activate this password and no other, one for each mail of the last ten minutes. */
  codes: v.array(mailedCodeSchema),
  profile: profileSchema,
  signedUpAtMs: v.number(),
  /** The keyed hash of the network that it was made from. */
  signedUpFrom: v.string(),
});

const pendingSchema = v.object({
  status: v.literal('pending'),
  accountId: v.string(),
  /** Changes whenever the set changes. A write names the revision that it was made from. */
  revision: v.string(),
  /** The unverified sign-ups of an address, oldest first. */
  waiting: v.array(waitingSchema),
  /** When codes were mailed to the address within the last hour, oldest first. */
  sentAtMs: v.array(v.number()),
  expiresAtSeconds: v.number(),
});

const verifiedSchema = v.object({
  status: v.literal('verified'),
  accountId: v.string(),
  /** Missing for an owner who has only ever signed in without a password. */
  passwordHash: v.optional(v.string()),
  /** The key of the Google account that may sign in here (`googleKey`); missing for none. */
  googleKey: v.optional(v.string()),
  /**
   * The generation of the sessions that a login by this record starts. It is read with the password hash and replaced
   * with it. A session that was started with an old password therefore belongs to an old generation, whichever was
   * faster.
   */
  sessionGeneration: v.number(),
});

/** One sign-up with pending codes. */
export type WaitingSignUp = v.InferOutput<typeof waitingSchema>;

/** The sign-in record of an unverified address. It allows no login. */
export type PendingSignIn = v.InferOutput<typeof pendingSchema>;

/** The sign-in record of a verified address. */
export type VerifiedSignIn = v.InferOutput<typeof verifiedSchema>;

/** Everything that a login needs to know of an address, in one item. */
export type SignIn = PendingSignIn | VerifiedSignIn;

const signInSchema = v.variant('status', [pendingSchema, verifiedSchema]);

/** A sign-in record as it is stored under its address. */
export const toSignInItem = (addressKey: string, signIn: SignIn): Item => ({
  ...authKeys.signIn(addressKey),
  ...signIn,
});

/** Parses a stored sign-in record; undefined when there is none. */
export const fromSignInItem = (item: Item | undefined): SignIn | undefined =>
  item === undefined ? undefined : v.parse(signInSchema, item);

/** The sign-in record of an address, for transactions that start from it. */
export const signInRecord = (addressKey: string): StoredRecord<SignIn> => ({
  key: authKeys.signIn(addressKey),
  from: (item) => v.parse(signInSchema, item),
});

/** Reads the sign-in record of an address, by its key (`emailKey`). */
export const readSignIn = async (table: TableReader, addressKey: string): Promise<SignIn | undefined> =>
  fromSignInItem(await table.get(authKeys.signIn(addressKey)));

/** The hashes of every password of this address, verified or pending. */
export const passwordHashesOf = (signIn: SignIn | undefined): readonly string[] => {
  if (signIn === undefined) return [];
  const kept = signIn.status === 'verified' ? [signIn] : signIn.waiting;
  return kept.flatMap(({ passwordHash }) => passwordHash ?? []);
};

/** The write that replaces a hash by a stronger one of the same password. */
export const replacePasswordHash = (addressKey: string, from: string, to: string): WriteOperation =>
  update(authKeys.signIn(addressKey), { set: { passwordHash: to }, when: { passwordHash: { equals: from } } });

/**
 * How often a change of an address's sign-in record is repeated on a newer record, at once: as often as the record can
 * change meanwhile. In an hour five codes are mailed, with five tries each, and one of them is right.
 */
export const SIGN_IN_RETRY: LatestRetryPolicy = { attempts: 31, waitMs: () => 0 };
