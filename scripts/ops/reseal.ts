import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import {
  openSealedBytes,
  type ReadVault,
  SealedTextUnreadable,
  seal,
  sealedKeyId,
  vaultKeyId,
} from '#shared/platform/vault';
import type { SealedPlace } from './sealed-places.ts';

/** The result for one sealed text. */
export type ResealOutcome =
  /** It was sealed with an older key, and now is with the newest; in a dry run, it would be. */
  | { readonly kind: 'resealed'; readonly keyId: string }
  /** It is sealed with the newest key and can be opened. */
  | { readonly kind: 'current'; readonly keyId: string }
  /** Its item was deleted meanwhile. */
  | { readonly kind: 'gone' }
  /** It cannot be opened, because its key is not in the secret or it is damaged. It is left as it is. */
  | { readonly kind: 'unreadable'; readonly keyId: string | undefined; readonly owner: string };

/** The effects of resealing. */
export interface ResealEffects {
  readonly table: Pick<Table, 'write'>;
  readonly vault: ReadVault;
}

/** People do not change a text more often than this during one run. */
const MAX_ROUNDS = 10;

/** A sealed text, opened. */
interface Opened {
  readonly sealed: string;
  readonly keyId: string;
  readonly plain: Uint8Array;
}

/** Opens a text; undefined when that is impossible. */
const openText = async (sealed: unknown, owner: string, vault: ReadVault): Promise<Opened | undefined> => {
  const keyId = keyIdOf(sealed);
  if (typeof sealed !== 'string' || keyId === undefined) return undefined;
  try {
    return { sealed, keyId, plain: await openSealedBytes(sealed, owner, vault) };
  } catch (error) {
    if (error instanceof SealedTextUnreadable) return undefined;
    throw error;
  }
};

const keyIdOf = (sealed: unknown): string | undefined => (typeof sealed === 'string' ? sealedKeyId(sealed) : undefined);

/** Decides what to do about an item: only count it, or make a write. */
const judge = async (
  { attribute, owner: ownerAttribute }: SealedPlace,
  item: Item,
  vault: ReadVault,
): Promise<ResealOutcome | { readonly kind: 'write'; readonly keyId: string; readonly write: WriteOperation }> => {
  const sealed = item[attribute];
  if (sealed === undefined) return { kind: 'gone' };
  const owner = String(item[ownerAttribute]);
  const opened = await openText(sealed, owner, vault);
  if (!opened) return { kind: 'unreadable', keyId: keyIdOf(sealed), owner };

  // Read after opening the text, so that a key that was new to this process is included.
  const secret = await vault();
  const { keyId, plain } = opened;
  if (keyId === vaultKeyId(secret.current)) return { kind: 'current', keyId };
  const { pk, sk } = item;
  const change = { set: { [attribute]: seal(plain, owner, secret) }, when: { [attribute]: { equals: opened.sealed } } };
  return { kind: 'write', keyId, write: update({ pk, sk }, change) };
};

/**
 * Seals the text of one item with the newest key, by a write that is conditional on the text that was opened. An item
 * that changed meanwhile is processed again, so that nothing newer is overwritten and two runs at once do no harm.
 *
 * @throws SecretUnavailable.
 */
export const resealText = async (
  place: SealedPlace,
  seen: Item,
  { table, vault }: ResealEffects,
  dryRun: boolean,
): Promise<ResealOutcome> => {
  let item: Item = seen;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const verdict = await judge(place, item, vault);
    if (verdict.kind !== 'write') return verdict;
    const { keyId, write } = verdict;
    const result = dryRun ? undefined : await table.write(write);
    if (!result || result.written) return { kind: 'resealed', keyId };
    if (!result.found) return { kind: 'gone' };
    item = result.found;
  }
  throw new Error(`What is sealed for ${String(item[place.owner])} keeps changing`);
};
