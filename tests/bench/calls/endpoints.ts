import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { benchSecrets } from '#tests/bench/cloud/cloud';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import type { MainCase } from './main-case.ts';

/** An endpoint's example, with an idempotency key of its own where it can carry one. */
const exampleCase =
  (contract: Contract): MainCase =>
  async () => {
    // Within a minute of the sign-up no second code is mailed, which is the most common case.
    const request = await exampleRequest(contract, benchSecrets(), { signedUpSecondsAgo: 0 });
    const headers = { ...request.headers, ...(contract.idempotent && { 'idempotency-key': crypto.randomUUID() }) };
    return apiEvent(requestTo(contract, { ...request, headers }));
  };

/** The request of every endpoint's example, by the endpoint's name. */
export const exampleCases: Readonly<Record<string, MainCase>> = Object.fromEntries(
  CONTRACTS.map((contract) => [contract.name, exampleCase(contract)]),
);
