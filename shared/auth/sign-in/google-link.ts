import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readSignIn, type SignIn, signInRecord, type VerifiedSignIn } from '#shared/auth/accounts/sign-in';
import { authKeys } from '#shared/auth/keys';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import { recordAmong, type StoredRecord } from '#shared/db/latest';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import type { GoogleIdentity } from '#shared/sources/google';
import type { IdTokenReference } from '#shared/sources/id-token';

/*
 * A Google account is linked to one address of ours by two records that refer to each other. `GOOGLE#…` finds the
 * address, whatever address the Google account has now. The sign-in record states which Google account may currently
 * sign in.
 */

const linkSchema = v.object({ addressKey: v.string() });

/** Where a Google account was linked. */
export type GoogleLink = v.InferOutput<typeof linkSchema>;

/** The part of a table key that represents a Google account: SHA-256 of its `sub`, in hex. */
export const googleKey = (subject: string): string => createHash('sha256').update(subject).digest('hex');

/** The link of a Google account, for transactions that start from it. */
const linkRecord = (key: string): StoredRecord<GoogleLink> => ({
  key: authKeys.googleLink(key),
  from: (item) => v.parse(linkSchema, item),
});

/** The address that a sign-in with Google is for, and what is stored there. */
export interface GooglePlace {
  /** The key of the address at which the Google account was linked, or else of its address at Google. */
  readonly addressKey: string;
  readonly signIn: SignIn | undefined;
  /** The link of the Google account, as it was read. */
  readonly link: GoogleLink | undefined;
}

const isLinked = (signIn: SignIn | undefined, key: string): boolean =>
  signIn?.status === 'verified' && signIn.googleKey === key;

const readLink = async (table: ItemReader, key: string): Promise<GoogleLink | undefined> => {
  const item = await table.get(authKeys.googleLink(key));
  return item && v.parse(linkSchema, item);
};

/**
 * Finds where a Google account signs in. Takes one trip, and a second if its address at Google has changed since it was
 * linked.
 *
 * @param key of the Google account (`googleKey`).
 * @param addressKey the key of its address at Google (`emailKey`).
 */
export const findGooglePlace = async (table: TableReader, key: string, addressKey: string): Promise<GooglePlace> => {
  const [link, signIn] = await Promise.all([readLink(table, key), readSignIn(table, addressKey)]);
  if (link && link.addressKey !== addressKey) {
    const linked = await readSignIn(table, link.addressKey);
    if (isLinked(linked, key)) return { addressKey: link.addressKey, signIn: linked, link };
  }
  return { addressKey, signIn, link };
};

/** The current place, from the items that refused; undefined when its sign-in record did not refuse. */
export const newerGooglePlace = (
  { addressKey, link }: GooglePlace,
  key: string,
  found: readonly (Item | undefined)[],
): GooglePlace | undefined => {
  const signIn = recordAmong(signInRecord(addressKey), found);
  return signIn && { addressKey, signIn, link: recordAmong(linkRecord(key), found) ?? link };
};

/** What a sign-in with Google does. */
export type GoogleStep =
  /** Creates the account, or activates the one that waits for a code. */
  | { readonly kind: 'create'; readonly found: Exclude<SignIn, VerifiedSignIn> | undefined }
  /** Begins a session of the account that it is linked to. */
  | { readonly kind: 'enter'; readonly signIn: VerifiedSignIn }
  /** Links it to an existing account, because Google vouches for the address, and begins a session. */
  | { readonly kind: 'link'; readonly signIn: VerifiedSignIn }
  /**
   * The same, but only with proof that both have one owner: Google does not vouch for the address, or another Google
   * account is linked.
   */
  | { readonly kind: 'confirm'; readonly signIn: VerifiedSignIn };

/** Decides what a sign-in with Google does, by what is stored at its place. */
export const googleStep = (
  { signIn }: Pick<GooglePlace, 'signIn'>,
  key: string,
  { isAuthoritative }: Pick<GoogleIdentity, 'isAuthoritative'>,
): GoogleStep => {
  if (signIn?.status !== 'verified') return { kind: 'create', found: signIn };
  if (signIn.googleKey === key) return { kind: 'enter', signIn };
  return { kind: isAuthoritative && signIn.googleKey === undefined ? 'link' : 'confirm', signIn };
};

/**
 * The write that records where a Google account signs in. It refuses when the account has since been linked elsewhere.
 */
export const recordLink = (key: string, { addressKey, link }: Omit<GooglePlace, 'signIn'>): WriteOperation =>
  put(
    { ...authKeys.googleLink(key), addressKey },
    link ? { addressKey: { equals: link.addressKey } } : { pk: 'missing' },
  );

/** The writes that link a Google account to an existing account, replacing any other. */
export const linkWrites = (
  key: string,
  place: Omit<GooglePlace, 'signIn'>,
  { accountId, sessionGeneration, googleKey: before }: VerifiedSignIn,
): Readonly<Record<'link' | 'signIn', WriteOperation>> => ({
  link: recordLink(key, place),
  signIn: update(authKeys.signIn(place.addressKey), {
    set: { googleKey: key },
    when: {
      status: { equals: 'verified' },
      accountId: { equals: accountId },
      sessionGeneration: { equals: sessionGeneration },
      googleKey: before === undefined ? 'missing' : { equals: before },
    },
  }),
});

const tokenItem = ({ id, expiresAtMs }: IdTokenReference): Item => ({
  ...authKeys.googleToken(id),
  expiresAtSeconds: unixSeconds(expiresAtMs) + 1,
});

/** The write that uses an ID token to request a code, once. It refuses a token that was used. */
export const recordCodeRequest = (token: IdTokenReference): WriteOperation => put(tokenItem(token));

/** The write that releases an ID token again, when the code that it was used for could not be mailed. */
export const forgetCodeRequest = ({ id }: IdTokenReference): WriteOperation =>
  remove(authKeys.googleToken(id), { usedAtMs: 'missing' });

/**
 * The write by which an ID token signs in, once. With `after asking`, a token that has requested a code is accepted
 * too.
 */
export const useIdToken = (token: IdTokenReference, nowMs: number, when?: 'after asking'): WriteOperation =>
  put({ ...tokenItem(token), usedAtMs: nowMs }, when ? { usedAtMs: 'missing' } : { pk: 'missing' });
