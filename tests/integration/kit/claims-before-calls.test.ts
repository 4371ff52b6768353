import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { serviceTable } from '#shared/db/client';
import type { WriteOperation } from '#shared/db/expressions';
import { namedOperations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import type { Contract } from '#shared/http/contract';
import type { ServedEndpoint } from '#shared/http/endpoint';
import { testSecrets } from '#tests/faults/outages/secret-store';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { lambdaContext } from '#tests/support/lambda-context';
import { readTestVault } from '#tests/support/vault';
import { testKit } from './test-kit.ts';

const secrets = testSecrets();

const CLAIMING = CONTRACTS.filter(({ idempotent }) => idempotent === 'claim');

const isClaim = (operation: WriteOperation): boolean =>
  operation.kind === 'put' && operation.item.pk.startsWith('IDEMPOTENCY#') && 'claimId' in operation.item;

/** The service's table, which cannot be reached for a claim. */
const withoutClaims = (): Table => {
  const table = serviceTable();
  const refuse = (operations: readonly WriteOperation[]) => {
    if (operations.some(isClaim)) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  };
  return {
    ...table,
    write: async (operation) => {
      refuse([operation]);
      return table.write(operation);
    },
    transact: async (operations) => {
      refuse(namedOperations(operations).map(([, operation]) => operation));
      return table.transact(operations);
    },
  };
};

/** Everything outside that the endpoints call: it records its calls, and fails each of them. */
const outside = () => {
  const called = vi.fn<(name: string) => never>(() => {
    throw new Error('The outside service failed');
  });
  const service = (known: object = {}) =>
    new Proxy(known, {
      // A promise would ask a thenable for its value.
      get: (_, name) => Reflect.get(known, name) ?? (name === 'then' ? undefined : async () => called(String(name))),
    });
  const store = service({ prefix: 'verifications' });
  const effects = {
    sources: async () => ({ ports: service() }),
    model: () => service({ maxAnswerTokens: 100, countQuestion: () => 100 }),
    payments: () => service({ provider: 'simulated' }),
    vault: readTestVault,
    ...{ verificationUploads: store, attachmentUploads: store, disputeUploads: store },
  };
  return { called, effects };
};

/** Sends the example of an endpoint, with a new key, over a table. @returns the calls outside. */
const callsOver = async (contract: Contract, table: Table): Promise<readonly string[]> => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as {
    handler: ServedEndpoint<readonly []>;
  };
  const { called, effects } = outside();
  const request = await exampleRequest(contract, secrets);
  const headers = { ...request.headers, 'idempotency-key': randomUUID() };
  const served = handler.with(effects, testKit({ table: () => table }));
  const { statusCode } = await served(apiEvent(requestTo(contract, { ...request, headers })), lambdaContext('test'));
  expect([500, 503]).toContain(statusCode);
  return called.mock.calls.map(([name]) => name);
};

describe('An endpoint that calls outside before it commits', () => {
  // The example of a dispute has no documents, and without them nothing outside is called.
  const cases = CLAIMING.filter(({ name }) => name !== 'file-dispute').map((one) => [one.name, one] as const);

  test.each(cases)('calls nobody unless its idempotency key is claimed: %s', async (_, contract) => {
    expect(await callsOver(contract, withoutClaims())).toEqual([]);
    expect(await callsOver(contract, serviceTable())).not.toEqual([]);
  });
});
