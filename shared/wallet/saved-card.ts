import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { open, type ReadVault, seal } from '#shared/platform/vault';
import { PAYMENT_PROVIDERS, type Payment, type PaymentAuthorization } from '#shared/sources/payments';
import { walletKeys } from './keys.ts';
import type { TopUp } from './top-up.ts';

const savedCardSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  provider: v.picklist(PAYMENT_PROVIDERS),
  /** The {@link PaymentAuthorization} as JSON, sealed for the account; missing where payments are simulated. */
  sealedAuthorization: v.optional(v.string()),
  savedAt: v.string(),
});

/** The card of the last top-up of a wallet whose card may be charged again. */
export type SavedCard = v.InferOutput<typeof savedCardSchema>;

const authorizationSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.string(), email: v.string() }));

const fromItem = (item: Item): SavedCard => v.parse(savedCardSchema, item);

/** Reads the card of a wallet; undefined when there is none. */
export const findSavedCard = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
): Promise<SavedCard | undefined> => {
  const item = await table.get(walletKeys.savedCard(accountId, environment));
  return item && fromItem(item);
};

/**
 * Opens the authorization of a card; undefined where payments are simulated.
 *
 * @throws SecretUnavailable; SealedTextUnreadable.
 */
export const openAuthorization = async (
  { sealedAuthorization, accountId }: SavedCard,
  vault: ReadVault,
): Promise<PaymentAuthorization | undefined> =>
  sealedAuthorization === undefined
    ? undefined
    : v.parse(authorizationSchema, await open(sealedAuthorization, accountId, vault));

type Saving = Pick<SavedCard, 'sealedAuthorization'>;

const sealedBy = async (
  authorization: PaymentAuthorization,
  { accountId }: Pick<TopUp, 'accountId'>,
  vault: ReadVault,
): Promise<Saving> => ({ sealedAuthorization: seal(JSON.stringify(authorization), accountId, await vault()) });

const saving = ({ accountId, environment, provider }: TopUp, sealed: Saving, nowMs: number): WriteOperation => {
  const card: SavedCard = { accountId, environment, provider, ...sealed, savedAt: isoTime(nowMs) };
  return put({ ...walletKeys.savedCard(accountId, environment), ...card }, {});
};

/** Test money needs no card. */
const needsCard = ({ environment }: Pick<TopUp, 'environment'>): boolean => environment === 'live';

/**
 * The write that keeps the card of a payment, in place of an earlier one, for the transaction that credits the payment;
 * undefined when the card may not be charged again.
 *
 * @throws SecretUnavailable: then nothing is credited either, and the provider reports the payment again.
 */
export const saveCardOf = async (
  payment: Payment,
  topUp: TopUp,
  vault: ReadVault,
  nowMs: number,
): Promise<WriteOperation | undefined> =>
  payment.authorization && needsCard(topUp)
    ? saving(topUp, await sealedBy(payment.authorization, topUp, vault), nowMs)
    : undefined;

/** The write that keeps the card of a simulated payment, as {@link saveCardOf}. */
export const saveSimulatedCard = (topUp: TopUp, nowMs: number): WriteOperation | undefined =>
  needsCard(topUp) ? saving(topUp, {}, nowMs) : undefined;
