import { handler as completeHandler } from '#functions/api/sandbox/complete-sandbox-address-verification';
import { completeSandboxAddressVerification } from '#functions/api/sandbox/complete-sandbox-address-verification.contract';
import { handler as readHandler } from '#functions/api/verification/read-address';
import { readAddress } from '#functions/api/verification/read-address.contract';
import { handler as callbackHandler } from '#functions/api/verification/receive-address-callback';
import { receiveAddressCallback } from '#functions/api/verification/receive-address-callback.contract';
import { handler as submitHandler } from '#functions/api/verification/submit-address';
import { submitAddress } from '#functions/api/verification/submit-address.contract';
import { periodOf, readBudget } from '#shared/addresses/address-budget';
import { fromAddressItem } from '#shared/addresses/address-verification';
import type { VisitEffects } from '#shared/addresses/book-visit';
import { takeVisitStep } from '#shared/addresses/book-visit';
import { addressKeys } from '#shared/addresses/keys';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { EventType } from '#shared/events/catalogue';
import { settleVisit } from '#shared/onboarding/assessment/settle-visit';
import type { Environment } from '#shared/platform/environments';
import { makeLogger } from '#shared/platform/logger';
import { signatureHeader } from '#shared/signatures/signature';
import { selectSources } from '#shared/sources/select';
import type { VisitSource } from '#shared/sources/visit-source';
import { loadWallet } from '#shared/wallet/wallet';
import { addEntries, entry, ledgerOf, publicEndpoint, sumOf } from '#tests/integration/wallet/support';
import { apiKeyFor, type SignedInAccount, signedInAccount, type TestApiKey } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { endpoint, requestTo, type TestRequest } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { lambdaContext } from '#tests/support/lambda-context';
import { openWalletsFor } from '#tests/support/onboarding';
import { eventsOfAccount } from '#tests/support/outbox';

const table = serviceTable();

/** The price of a visit. */
export const PRICE_KOBO = 500_000;

/** The signing secret of the visit source in the tests. */
export const CALLBACK_SECRET = 'the-callback-secret-of-the-tests-0001';

/** A visit source, in every environment. */
export const VISITING: VisitSource = { canBook: async () => true, callbackSecrets: async () => [CALLBACK_SECRET] };

/** Every field of a submission but its company. */
export const ADDRESS = {
  business_name: 'Adire Market Limited',
  business_mobile: '0803 123 4567',
  first_name: 'Ada',
  last_name: 'Obi',
  mobile: '0805 765 4321',
  street: '12 Broad Street',
  landmark: 'Opposite the central mosque',
  lga: 'Lagos Island',
  city: 'Lagos',
  state: 'Lagos',
} as const;

/** An account with wallets and a company, and the calls that it makes in one environment. */
export interface AddressAccount {
  readonly session: SignedInAccount;
  /** The credential: a key in the sandbox, a session in `live`. */
  readonly caller: SignedInAccount | TestApiKey;
  readonly accountId: string;
  readonly environment: Environment;
  readonly companyId: string;
}

/** An account with money: test money in the sandbox, ten million kobo in `live`. */
export const addressAccount = async (environment: Environment = 'sandbox'): Promise<AddressAccount> => {
  const session = await signedInAccount();
  await openWalletsFor(session);
  const { accountId } = session;
  if (environment === 'live') await addEntries(accountId, 'live', [entry('credit', 10_000_000)]);
  const caller = environment === 'live' ? session : await apiKeyFor(session, 'sandbox');
  const { id: companyId } = await createCompanyFor(session, { environment });
  return { session, caller, accountId, environment, companyId };
};

type Caller = AddressAccount['caller'];

const as = (caller: Caller): SignedInAccount => caller as SignedInAccount;

/** `POST /v1/physicalAddress`, by default of a stage whose source visits. */
export const submit = (
  account: AddressAccount,
  body: Readonly<Record<string, unknown>> = {},
  request: TestRequest = {},
  effects: Parameters<typeof submitHandler.with>[0] = {},
) =>
  endpoint(submitAddress, submitHandler.with({ sources: VISITING, ...effects }))(as(account.caller), {
    ...request,
    body: { companyId: account.companyId, ...ADDRESS, ...body },
  });

/** A submission that waits for its turn however long that takes. A function would give up after 20 seconds. */
export const submitPatiently = async ({ caller, companyId }: AddressAccount) => {
  const event = apiEvent(requestTo(submitAddress, { headers: caller.headers, body: { companyId, ...ADDRESS } }));
  const response = await submitHandler.with({ sources: VISITING })(event, lambdaContext(submitAddress.name, 100_000));
  return { status: response.statusCode, body: JSON.parse(response.body ?? '') };
};

/** Submits an address, and returns the reference of the pending verification. */
export const submitted = async (account: AddressAccount, body: Readonly<Record<string, unknown>> = {}) => {
  const response = await submit(account, body);
  if (response.status !== 200) throw new Error(`The submission was refused: ${JSON.stringify(response.body)}`);
  return String(response.body.entity.reference_id);
};

/** `GET /v1/physicalAddress`. */
export const read = ({ caller }: Pick<AddressAccount, 'caller'>, query: Record<string, string>) =>
  endpoint(readAddress, readHandler)(as(caller), { query });

/** `POST /v1/sandbox/address-verifications/{reference}/complete`. */
export const complete = ({ caller }: Pick<AddressAccount, 'caller'>, reference: string, body?: unknown) =>
  endpoint(completeSandboxAddressVerification, completeHandler)(as(caller), { pathParameters: { reference }, body });

/** The secret and the time of a callback's signature. */
export interface Signing {
  readonly secret?: string;
  readonly atSeconds?: number;
  readonly header?: string;
}

/** `POST /v1/callbacks/address`, signed by the source. */
export const callBack = async (
  report: unknown,
  { secret = CALLBACK_SECRET, atSeconds = Math.floor(Date.now() / 1000), header }: Signing = {},
  source: VisitSource = VISITING,
) => {
  const body = typeof report === 'string' ? report : JSON.stringify(report);
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': header ?? signatureHeader(body, secret, atSeconds),
  };
  const call = publicEndpoint(receiveAddressCallback, callbackHandler.with({ sources: source }));
  const response = await call({ body, headers });
  return { status: response.statusCode, body: JSON.parse(response.body ?? '') };
};

/** The stored verification. */
export const stored = async (reference: string) => {
  const item = await table.get(addressKeys.verification(reference));
  if (!item) throw new Error('There is no such verification');
  return fromAddressItem(item);
};

/** The balance, the sum of the ledger, and the spent part of this month's budget. */
export const money = async ({ accountId, environment }: Pick<AddressAccount, 'accountId' | 'environment'>) => {
  const [wallet, ledger, budget] = await Promise.all([
    loadWallet(table, { accountId, environment }),
    ledgerOf(accountId, environment),
    readBudget(table, { accountId, environment }, Date.now()),
  ]);
  return {
    balanceKobo: wallet.balanceKobo,
    ledgerKobo: sumOf(ledger),
    spentKobo: budget.spentKobo,
    entries: ledger.filter(({ actionKey }) => actionKey === 'address_verification').map(({ type }) => type),
  };
};

/** The events of one type that an account emitted, oldest first. */
export const eventsOf = ({ accountId }: Pick<AddressAccount, 'accountId'>, type: EventType) =>
  eventsOfAccount(accountId, type);

/** The month of the tests. */
export const THIS_MONTH = periodOf(Date.now());

/** A message that waits in the queue of visits. */
export interface WaitingVisit {
  readonly reference: string;
  readonly delayMs: number;
}

/** A worker of the queue of visits with its own clock, and the messages that it sent. */
export const worker = (changes: Partial<VisitEffects> = {}, usedTable: Table = table) => {
  const sent: WaitingVisit[] = [];
  const lines: Record<string, unknown>[] = [];
  const time = { nowMs: Date.now() };
  const effects: VisitEffects = {
    table: usedTable,
    clock: () => time.nowMs,
    random: () => 0,
    sourcesFor: async (environment) => selectSources({ environment, sourcesConfig: {}, simulateLiveSources: false }),
    startSourceTime: () => new AbortController().signal,
    send: async (visit) => {
      sent.push(visit);
    },
    settleForApplicant: (visit) =>
      settleVisit(visit, {
        table: usedTable,
        clock: () => time.nowMs,
        sourcesFor: async (environment) =>
          selectSources({ environment, sourcesConfig: {}, simulateLiveSources: false }),
        log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
      }),
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: () => undefined,
    ...changes,
  };
  return {
    time,
    sent,
    lines,
    effects,
    step: async (reference: string) => {
      // A worker never runs before its work was created. The clock of the submission is not the test's.
      const item = await table.get(addressKeys.verification(reference));
      time.nowMs = Math.max(time.nowMs, Date.parse(String(item?.['createdAt'] ?? 0)) || 0);
      return takeVisitStep(reference, effects);
    },
    /** Handles the message that was sent last, at its time. */
    next: async () => {
      const message = sent.at(-1);
      if (!message) throw new Error('No message is waiting');
      time.nowMs += Math.ceil(message.delayMs / 1000) * 1000;
      await takeVisitStep(message.reference, effects);
    },
  };
};
