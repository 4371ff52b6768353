import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** A transaction as Paystack keeps it. */
export interface PaystackTransaction {
  reference: string;
  amount: number;
  currency: string;
  email: string;
  /** As it was sent: JSON text. */
  metadata: string;
  status: 'success' | 'failed' | 'abandoned' | 'ongoing' | 'pending' | 'processing' | 'queued' | 'reversed';
}

/** How Paystack ends the charge of a saved card. `paused`: its payer must confirm it. */
export type ChargeOutcome = 'success' | 'failed' | 'pending' | 'paused';

/** What happens to the charge of a saved card. */
export interface ChargeHabits {
  outcome: ChargeOutcome;
  /** Whether the response is lost although the charge was made. */
  loseResponse: boolean;
  /** Runs before the response. */
  beforeResponse: (transaction: PaystackTransaction) => Promise<unknown>;
}

/** A body that Paystack would POST to the service, with its signature. */
export interface PaystackCallback {
  body: string;
  headers: { 'x-paystack-signature': string };
}

/** A fake Paystack on the loopback address. */
export interface FakePaystack {
  baseUrl: string;
  secretKey: string;
  /** By Paystack's own reference. */
  transactions: Map<string, PaystackTransaction>;
  /** The code of the reusable card that pays for everything here. */
  card: { code: string; email: string };
  /** Requested charges of the saved card by reference, including refused ones. */
  charges: string[];
  habits: ChargeHabits;
  /** The only transaction. */
  only(): PaystackTransaction;
  /** The callback that reports a transaction, signed as Paystack signs it. */
  callbackFor(transaction: PaystackTransaction, event?: string): PaystackCallback;
  /** Makes every response this status, or hangs up; undefined restores the usual responses. */
  break(how: number | 'reset' | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
};

/** Status and body. */
type Reply = readonly [number, unknown];

const refusal = (status: number, message: string): Reply => [status, { status: false, message }];

/** The card that pays for everything here. */
const CARD = { code: 'AUTH_8dfhjjdt', email: 'payer@adire.example' } as const;

/**
 * The fields of a transaction that responses and callbacks share. Paystack sends many more, which the service does not
 * read.
 */
const transactionData = ({ metadata, email: _, ...transaction }: PaystackTransaction) => ({
  id: 2_009_945_086,
  domain: 'test',
  ...transaction,
  metadata: metadata === '' ? '' : JSON.parse(metadata),
  message: null,
  gateway_response: 'Successful',
  channel: 'card',
  authorization: {
    authorization_code: CARD.code,
    bin: '539999',
    last4: '8877',
    channel: 'card',
    brand: 'Mastercard',
    reusable: true,
    signature: 'SIG_idyuhgd87dUYSHO92D',
  },
  customer: { id: 89_929_267, email: CARD.email, customer_code: 'CUS_i5yosncbl8h2kvc' },
});

/**
 * Starts a fake Paystack that follows its published API (github.com/PaystackOSS/openapi) in what the service uses:
 * initialize, verify, charge authorization, and signed callbacks.
 */
export const fakePaystack = async (secretKey = 'sk_test_0123456789abcdef0123456789abcdef'): Promise<FakePaystack> => {
  const transactions = new Map<string, PaystackTransaction>();
  let broken: number | 'reset' | undefined;

  const initialize = async (request: IncomingMessage): Promise<Reply> => {
    const { email, amount, currency, reference, metadata } = await readJson(request);
    if (typeof email !== 'string' || !email.includes('@')) return refusal(400, 'Invalid Email Address Passed');
    if (!Number.isInteger(Number(amount))) return refusal(400, 'Amount must be an integer');
    if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]+$/.test(reference)) {
      return refusal(400, 'Invalid character in transaction reference');
    }
    if (transactions.has(reference)) return refusal(400, 'Duplicate Transaction Reference');
    transactions.set(reference, {
      reference,
      amount: Number(amount),
      currency: String(currency),
      email,
      metadata: String(metadata),
      status: 'abandoned',
    });
    const data = { authorization_url: `https://checkout.example/${reference}`, access_code: 'ac', reference };
    return [200, { status: true, message: 'Authorization URL created', data }];
  };

  const verify = (reference: string): Reply => {
    const transaction = transactions.get(reference);
    return transaction
      ? [200, { status: true, message: 'Verification successful', data: transactionData(transaction) }]
      : refusal(400, 'Transaction reference not found');
  };

  const charges: string[] = [];
  const habits: ChargeHabits = { outcome: 'success', loseResponse: false, beforeResponse: async () => {} };

  const charge = async (request: IncomingMessage): Promise<Reply | 'lost'> => {
    const { email, amount, currency, reference, metadata, authorization_code: code } = await readJson(request);
    charges.push(String(reference));
    if (code !== CARD.code || email !== CARD.email) return refusal(400, 'Invalid authorization code');
    if (transactions.has(String(reference))) return refusal(400, 'Duplicate Transaction Reference');
    const { outcome, loseResponse, beforeResponse } = habits;
    const transaction: PaystackTransaction = {
      reference: String(reference),
      amount: Number(amount),
      currency: String(currency),
      email: CARD.email,
      metadata: String(metadata),
      status: outcome === 'paused' ? 'abandoned' : outcome,
    };
    transactions.set(transaction.reference, transaction);
    await beforeResponse(transaction);
    if (loseResponse) return 'lost';
    if (outcome !== 'paused') {
      return [200, { status: true, message: 'Charge attempted', data: transactionData(transaction) }];
    }
    const data = {
      authorization_url: `https://checkout.example/${reference}`,
      reference,
      access_code: 'ac',
      paused: true,
    };
    return [200, { status: true, message: 'Please, redirect your customer to the authorization url provided', data }];
  };

  const replyTo = async (request: IncomingMessage): Promise<Reply | 'lost'> => {
    const { method, url = '' } = request;
    if (typeof broken === 'number') return refusal(broken, 'Broken');
    if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'Invalid key');
    if (method === 'POST' && url === '/transaction/initialize') return initialize(request);
    if (method === 'POST' && url === '/transaction/charge_authorization') return charge(request);
    const [, reference] = /^\/transaction\/verify\/([^/]+)$/.exec(url) ?? [];
    return method === 'GET' && reference !== undefined ? verify(reference) : refusal(404, 'Not found');
  };

  const server = createServer(async (request, response) => {
    if (broken === 'reset') {
      response.destroy();
      return;
    }
    const reply = await replyTo(request);
    if (reply === 'lost') {
      response.destroy();
      return;
    }
    const [status, body] = reply;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake Paystack has no TCP port');

  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    secretKey,
    transactions,
    card: CARD,
    charges,
    habits,
    only: () => {
      const [transaction, ...others] = transactions.values();
      if (!transaction || others.length > 0) throw new Error(`There are ${transactions.size} transactions`);
      return transaction;
    },
    callbackFor: (transaction, event = 'charge.success') => {
      const body = JSON.stringify({ event, data: transactionData(transaction) });
      const signature = createHmac('sha512', secretKey).update(body).digest('hex');
      return { body, headers: { 'x-paystack-signature': signature } };
    },
    break: (how) => {
      broken = how;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
