import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { openSealed, type ReadVault, seal } from '#shared/platform/vault';
import { PAYMENT_PROVIDERS, type Payment, type PaymentAuthorization, type PaymentCard } from '#shared/sources/payments';
import { walletKeys } from './keys.ts';
import type { TopUp } from './top-up.ts';

const savedCardSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  provider: v.picklist(PAYMENT_PROVIDERS),
  /** The {@link PaymentAuthorization} as JSON, sealed for the account; absent if payments are simulated. */
  sealedAuthorization: v.optional(v.string()),
  brand: v.nullable(v.string()),
  lastFour: v.nullable(v.string()),
  /** 1 to 12. */
  expiryMonth: v.nullable(v.number()),
  expiryYear: v.nullable(v.number()),
  savedAt: v.string(),
});

/** The card of a wallet's last top-up, if it may be charged again. */
export type SavedCard = v.InferOutput<typeof savedCardSchema>;

const authorizationSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.string(), email: v.string() }));

const fromItem = (item: Item): SavedCard => v.parse(savedCardSchema, item);

/** Reads the card of a wallet; undefined when there is none. */
export const findSavedCard = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
): Promise<SavedCard | undefined> => {
  const item = await table.get(walletKeys.savedCard(accountId, environment));
  return item && item['removedAt'] === undefined ? fromItem(item) : undefined;
};

/**
 * The write that removes a card with its authorization; it refuses when there is none. It stores the time of the
 * removal: a later payment saves a card only if its payer agreed to that afterwards.
 */
export const removeCard = ({ accountId, environment }: AccountEnvironment, nowMs: number): WriteOperation =>
  put(
    { ...walletKeys.savedCard(accountId, environment), accountId, environment, removedAt: isoTime(nowMs) },
    { savedAt: 'exists' },
  );

/**
 * Opens the authorization of a card; undefined if payments are simulated.
 *
 * @throws SecretUnavailable; SealedTextUnreadable.
 */
export const openAuthorization = async (
  { sealedAuthorization, accountId }: SavedCard,
  vault: ReadVault,
): Promise<PaymentAuthorization | undefined> =>
  sealedAuthorization === undefined
    ? undefined
    : v.parse(authorizationSchema, await openSealed(sealedAuthorization, accountId, vault));

type Saving = PaymentCard & Pick<SavedCard, 'sealedAuthorization'>;

/** The card of a simulated payment. */
const SIMULATED_CARD: PaymentCard = { brand: 'visa', lastFour: '4081', expiryMonth: 12, expiryYear: 2030 };

/** A card about which Paystack says nothing. */
const UNKNOWN_CARD: PaymentCard = { brand: null, lastFour: null, expiryMonth: null, expiryYear: null };

/**
 * Replaces the card of a wallet. After a removal, a card is saved only if its payer agreed to it at a checkout that was
 * started later.
 */
const saving = (topUp: TopUp, card: Saving, nowMs: number): WriteOperation => {
  const { accountId, environment, provider, saveCard, createdAt } = topUp;
  const saved: SavedCard = { accountId, environment, provider, ...card, savedAt: isoTime(nowMs) };
  const notRemoved = saveCard === undefined ? 'missing' : ({ missingOr: { below: createdAt } } as const);
  return put({ ...walletKeys.savedCard(accountId, environment), ...saved }, { removedAt: notRemoved });
};

/**
 * The write that saves the card of a payment in place of an earlier one, for the transaction that credits the payment.
 * Undefined when the card may not be charged again, or its payer did not agree to save it. It refuses when the card was
 * removed; the payment is then credited without it.
 *
 * @throws SecretUnavailable: then nothing is credited either, and the provider reports the payment again.
 */
export const saveCardOf = async (
  { authorization, card = UNKNOWN_CARD }: Payment,
  topUp: TopUp,
  vault: ReadVault,
  nowMs: number,
): Promise<WriteOperation | undefined> => {
  if (!authorization || topUp.saveCard === false) return undefined;
  const sealed = { sealedAuthorization: seal(JSON.stringify(authorization), topUp.accountId, await vault()) };
  return saving(topUp, { ...card, ...sealed }, nowMs);
};

/** The write that saves the card of a simulated payment, like {@link saveCardOf}. */
export const saveSimulatedCard = (topUp: TopUp, nowMs: number): WriteOperation | undefined =>
  topUp.saveCard === false ? undefined : saving(topUp, SIMULATED_CARD, nowMs);
