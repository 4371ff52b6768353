import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { serviceTable } from '#shared/db/client';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { tableAccessOf } from '#shared/http/table-access';
import type { ReadSecret } from '#shared/platform/secrets';
import { coldSecretReader, testSecrets } from '#tests/faults/outages/secret-store';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { asTest } from '#tests/support/function-access';
import { lambdaContext } from '#tests/support/lambda-context';
import { type FrozenRequest, frozenRequest } from './frozen-wire.ts';

// One of them changes a price, and prices are shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const stage = vi.hoisted(() => ({ readSecret: undefined as ReadSecret | undefined }));

vi.mock('#shared/platform/secrets', async (original) => ({
  ...(await original<typeof import('#shared/platform/secrets')>()),
  readSecret: (...requested: Parameters<ReadSecret>) => stage.readSecret?.(...requested),
}));

vi.mock('#shared/platform/aws', async (original) => {
  const aws = await original<typeof import('#shared/platform/aws')>();
  const { frozenWire } = await import('./frozen-wire.ts');
  return {
    ...aws,
    awsClientSettings: { ...aws.awsClientSettings, requestHandler: frozenWire(aws.abortedWithRequest) },
  };
});

const secrets = testSecrets();

beforeAll(() => {
  stage.readSecret = coldSecretReader(secrets, () => false);
  vi.stubEnv('PAYSTACK_SECRET_NAME', 'kyb-service/test/paystack');
  vi.stubEnv('SOURCES_SECRET_NAME', 'kyb-service/test/sources');
});

afterAll(() => {
  vi.unstubAllEnvs();
});

/** Every endpoint that changes anything, including its caller's limit and the use of a key. */
const CHANGING = CONTRACTS.filter(
  (contract) => tableAccessOf(contract).writes.length > 0 || (contract.touches.uses ?? []).length > 0,
);

/** More sequential calls than any endpoint makes. */
const MOST_CALLS = 40;

/** The function's time for a request that is to run out of it: enough for its calls on a busy machine. */
const SHORT_MS = 4_000;

/** Gives other work in this process its turns, and the table the time for as many calls as any endpoint makes. */
const goOn = () =>
  asTest(async () => {
    for (let calls = 0; calls < MOST_CALLS; calls++) {
      await serviceTable().get({ pk: 'NOBODY', sk: 'NOTHING' });
      await turn();
    }
  });

interface Send {
  /** Remaining milliseconds of the function's time. */
  readonly remainingMs: () => number;
}

/** The request of an endpoint's example, with an idempotency key if the endpoint honours one, ready to be sent once. */
const ready = async (contract: Contract, frozen: FrozenRequest) => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as { handler: ApiHandler };
  const request = await exampleRequest(contract, secrets);
  const headers = { ...request.headers, ...(contract.idempotent && { 'idempotency-key': randomUUID() }) };
  return ({ remainingMs }: Send) => {
    const context = { ...lambdaContext(contract.name), getRemainingTimeInMillis: remainingMs };
    return frozen.run(() => handler(apiEvent(requestTo(contract, { ...request, headers })), context));
  };
};

/** Milliseconds from now until a given time. */
const countdown = (milliseconds: number) => {
  const endsAt = performance.now() + milliseconds;
  return () => endsAt - performance.now();
};

describe('A request that is frozen at one of its calls and continues', () => {
  test.each(CHANGING.map((contract) => [contract.name, contract] as const))(
    'after its time is over changes nothing more, whichever call it is: %s',
    async (_, contract) => {
      for (let freezeAt = 1; freezeAt < MOST_CALLS; freezeAt++) {
        const frozen = frozenRequest(freezeAt);
        const send = await ready(contract, frozen);
        let remainingMs = 60_000;
        const answered = send({ remainingMs: () => remainingMs });
        const wasFrozen = await Promise.race([frozen.frozen.then(() => true), answered.then(() => false)]);
        if (!wasFrozen) return;
        // A clock that has jumped: the awaited response is there, and no timer has run yet.
        remainingMs = -120_000;
        frozen.noteOver();
        frozen.thaw();
        const { statusCode } = await answered;
        await goOn();
        expect(frozen.late, `frozen at call ${freezeAt} of ${frozen.calls}`).toEqual([]);
        expect([...Object.keys(contract.success).map(Number), 503]).toContain(statusCode);
      }
      expect.unreachable('an endpoint that never stops calling');
    },
  );

  test.each([2, 3])(
    'after the time-out was answered changes nothing more: any endpoint at call %i',
    async (freezeAt) => {
      const prepared = [];
      for (const contract of CHANGING) {
        const frozen = frozenRequest(freezeAt);
        prepared.push({ contract, frozen, send: await ready(contract, frozen) });
      }
      const statuses = await Promise.all(
        prepared.map(async ({ frozen, send }) => {
          const { statusCode } = await send({ remainingMs: countdown(SHORT_MS) });
          frozen.noteOver();
          return statusCode;
        }),
      );
      for (const { frozen } of prepared) frozen.thaw();
      await goOn();
      const late = prepared.filter(({ frozen }) => frozen.late.length > 0);
      expect(late.map(({ contract, frozen }) => [contract.name, frozen.late])).toEqual([]);
      expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(CHANGING.length / 2);
    },
  );
});
