import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { handler as keepLists } from '#functions/events/keep-lists';
import { handler as mailWalletNotices } from '#functions/events/mail-wallet-notices';
import { handler as sweepVisits } from '#functions/events/sweep-visits';
import { readSigningKeys, readyKey } from '#shared/auth/sessions/published-keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { TABLE } from '#shared/db/table';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import { LIST_FAMILIES } from '#shared/key-families';
import { sendMailBy } from '#shared/mails/send-mail';
import { makeLogger } from '#shared/platform/logger';
import type { SecurityEvent } from '#shared/platform/security-events';
import { MailUnavailable } from '#shared/sources/mailer';
import { countingFailures } from '#shared/sources/payments-of-stage';
import { paystackPayments } from '#shared/sources/payments-paystack';
import { selectSources } from '#shared/sources/select';
import { settleByPayment } from '#shared/wallet/settle-top-up';
import { findTopUp } from '#shared/wallet/top-up';
import { crash } from '#tests/integration/delivery/crash';
import { plannedWorld } from '#tests/integration/delivery/fixtures';
import { SECURITY_SCENARIOS } from '#tests/integration/kit/security-scenarios';
import { call, newAddress, testKit } from '#tests/integration/kit/test-kit';
import { topUpAtPaystack } from '#tests/integration/wallet/support';
import { type Measured, measuredIn, metricsRecorder } from '#tests/support/alarms/recorder';
import { fakePaystack } from '#tests/support/fake-paystack';
import { deliveryState, stateRecord } from '#tests/support/logged-deliveries';
import { memoryTable } from '#tests/support/memory-table';
import { makeOutboxWorld } from '#tests/support/outbox-world';
import { ownTable } from '#tests/support/own-table';
import { readTestVault } from '#tests/support/vault';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';
import { IMPATIENT } from '#tests/unit/sources/loopback-source';

/** Makes what an alarm is about happen once, by the code that is deployed. Returns what it measures. */
export type Scenario = (written: readonly string[]) => Promise<readonly Measured[]>;

const SILENT = makeLogger({}, () => undefined);

/** An address of this machine at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

const limited = contract({
  name: 'limited',
  group: 'test',
  method: 'GET',
  route: '/v1/limited',
  summary: 'Limited',
  caller: 'public',
  limit: 'createApplicant',
  success: { 200: v.object({}) },
  touches: {},
});

/** A delivery whose world is changed before it is sent until nothing is left to do. */
const delivered = async (change: (world: Awaited<ReturnType<typeof plannedWorld>>) => void) => {
  const { metrics, measured } = metricsRecorder();
  const planned = await plannedWorld();
  planned.world.effects.metrics = metrics;
  change(planned);
  return { ...planned, measured };
};

const security =
  (event: SecurityEvent): Scenario =>
  async (written) => {
    const { lines } = await SECURITY_SCENARIOS[event](newAddress(), written);
    return measuredIn(lines);
  };

/** For each alarm on a metric of our own, how its condition comes about. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'rate-limits-off': async () => {
    const write = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    const kit = testKit({ table: () => ({ ...serviceTable(), write }) });
    await call(serve(limited, { answer: () => ({ status: 200, body: {} }) }, kit));
    return measuredIn(kit.measured);
  },

  'events-swept': async () => {
    const { metrics, measured } = metricsRecorder();
    const world = makeOutboxWorld(await ownTable());
    Object.assign(world.effects, { metrics });
    await world.happen('usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW');
    world.pass(3 * 60_000);
    await world.sweep();
    return measured();
  },

  'messages-stuck': async () => {
    const { metrics, measured } = metricsRecorder();
    const message = {
      messageId: 'message',
      receiptHandle: 'handle',
      body: 'unreadable',
      attributes: { ApproximateReceiveCount: '8' },
      eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:kyb-service-prod-notices',
    };
    const kit = { metrics, log: SILENT, table: memoryTable, setAside: async () => undefined };
    await mailWalletNotices.with({}, kit)({ Records: [message] } as unknown as SQSEvent);
    return measured();
  },

  'items-set-aside': async () => {
    const { metrics, measured } = metricsRecorder();
    const table = memoryTable();
    const partition = LIST_FAMILIES.dueVisits.partition.replace('*', '0');
    await table.write(put({ pk: 'UNREADABLE', sk: 'ITEM', gsi4pk: partition, gsi4sk: '2020-01-01T00:00:00.000Z~1' }));
    await sweepVisits
      .with({ visits: async () => undefined }, { table: () => table, metrics, log: SILENT })()
      .catch(() => undefined);
    return measured();
  },

  'applicants-not-listed': async () => {
    const { metrics, measured } = metricsRecorder();
    const item = { [TABLE.partitionKey]: 'APP#app_1', [TABLE.sortKey]: 'APPLICANT', status: 'teleported' };
    const record = {
      eventName: 'MODIFY' as const,
      dynamodb: { SequenceNumber: '1', Keys: marshall({ pk: item.pk, sk: item.sk }), NewImage: marshall(item) },
    };
    await keepLists.with({}, { table: memoryTable, metrics, log: SILENT })({ Records: [record as never] });
    return measured();
  },

  'wallets-not-settled': async () => {
    const { metrics, measured } = metricsRecorder();
    const item = { pk: 'WALLET#usr_1#lunar', sk: 'WALLET', unsettled: [{}] };
    const record = {
      eventName: 'MODIFY' as const,
      dynamodb: { SequenceNumber: '1', Keys: marshall({ pk: item.pk, sk: item.sk }), NewImage: marshall(item) },
    };
    await keepLists.with({}, { table: memoryTable, metrics, log: SILENT })({ Records: [record as never] });
    return measured();
  },

  'deliveries-not-logged': async () => {
    const { metrics, measured } = metricsRecorder();
    const state = deliveryState('whk_01KAJ3W4C7E9G2J5M8P1R4T6V0', { status: 'teleported' as never });
    await keepLists.with({}, { table: memoryTable, metrics, log: SILENT })({ Records: [stateRecord(state, 1)] });
    return measured();
  },

  'deliveries-failing': async () => {
    const { world, measured } = await delivered(({ world }) => world.receiver.respondWith({ status: 500 }));
    await world.drain();
    return measured();
  },

  'delivery-faults': async () => {
    const { world, deliveryId, measured } = await delivered(({ world }) => {
      world.effects.vault = () => Promise.reject(new Error('The vault is closed'));
    });
    await world.deliver(deliveryId).catch(() => undefined);
    return measured();
  },

  'deliveries-abandoned': async () => {
    const { world, deliveryId, measured } = await delivered(() => undefined);
    for (let worker = 1; worker <= 10; worker++) {
      await crash(world, 'get', () => world.deliver(deliveryId));
      world.pass(((await world.delivery(deliveryId)).claimableAtMs ?? 0) - world.now());
    }
    await world.deliver(deliveryId);
    return measured();
  },

  'mail-failing': async () => {
    const { metrics, measured } = metricsRecorder();
    const send = sendMailBy({
      mailer: { send: () => Promise.reject(new MailUnavailable('TooManyRequestsException')) },
      isSuppressed: async () => false,
      clock: Date.now,
      log: SILENT,
      metrics,
    });
    await send({ mail: { to: 'ada@example.com', subject: 'Code', text: '1' } } as never).catch(() => undefined);
    return measured();
  },

  'top-ups-mismatched': async () => {
    await using paystack = await fakePaystack();
    const { metrics, measured } = metricsRecorder();
    const { reference, payments } = await topUpAtPaystack(paystack);
    Object.assign(paystack.only(), { status: 'success', amount: 49_999 });
    const [payment, found] = await Promise.all([
      payments.lookUp(reference),
      findTopUp(serviceTable(), reference, 'anyone'),
    ]);
    if (!payment || !found) throw new Error('Nothing was paid');
    const effects = { table: serviceTable(), vault: readTestVault, log: SILENT, metrics };
    await settleByPayment(found, payment, effects, Date.now());
    return measured();
  },

  'payments-failing': async () => {
    const { metrics, measured } = metricsRecorder();
    const paystack = paystackPayments(async () => ({ baseUrl: NOWHERE, secretKey: 'sk_test_1' }));
    await countingFailures(paystack, metrics)
      .lookUp('top_1')
      .catch(() => undefined);
    return measured();
  },

  'sources-down': async () => {
    const { metrics, measured } = metricsRecorder();
    const registry = { baseUrl: NOWHERE, apiKey: 'key', timeoutSeconds: 1 };
    const { ports } = selectSources(
      { environment: 'live', sourcesConfig: { registry }, simulateLiveSources: false },
      IMPATIENT,
      undefined,
      (source) => metrics('SourcesUnavailable', 1, { source }),
    );
    await ports.registry({ registrationNumber: '1234567' }, AbortSignal.timeout(5_000));
    return measured();
  },

  'signing-keys-tampered': async () => {
    const { metrics, measured } = metricsRecorder();
    const table = memoryTable();
    const secret = freshSecret();
    const signing = async () => secret;
    const issue = async () =>
      readyKey(await readSigningKeys(table, signing), signing, { table, log: SILENT, metrics }, Date.now());
    await issue();
    const published = await table.get(callerKeys.signingKeys());
    await table.write(put({ ...published, ...callerKeys.signingKeys(), keys: [] }, {}));
    await issue();
    return measured();
  },

  'credentials-forged': security('AUTHENTICATION_FAILED'),
  'signatures-refused': security('AUTHENTICATION_FAILED'),
  'passwords-guessed': security('SIGN_IN_FAILED'),
  'sign-ins-locked': security('SIGN_IN_LOCKED'),
  'codes-guessed': security('CODE_REFUSED'),
  'refresh-tokens-reused': security('REFRESH_TOKEN_REUSED'),
  'signatures-replayed': security('SIGNATURE_REPLAYED'),
  'roles-refused': security('ROLE_REFUSED'),
};
