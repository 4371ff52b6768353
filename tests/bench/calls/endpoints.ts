import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { benchSecrets } from '#tests/bench/cloud/cloud';
import { signedInAccount, usedApiKeyFor } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { type MainCase, requestTo as requestOf } from './main-case.ts';

/** An endpoint's example, with its own idempotency key if it accepts one. */
const exampleCase =
  (contract: Contract): MainCase =>
  async () => {
    // Within a minute of the sign-up no second code is mailed, which is the most common case.
    const request = await exampleRequest(contract, benchSecrets(), { signedUpSecondsAgo: 0 });
    const headers = { ...request.headers, ...(contract.idempotent && { 'idempotency-key': crypto.randomUUID() }) };
    return apiEvent(requestTo(contract, { ...request, headers }));
  };

/** The request of every endpoint's example, by the endpoint's name. */
export const exampleCases: Readonly<Record<string, MainCase>> = {
  ...Object.fromEntries(CONTRACTS.map((contract) => [contract.name, exampleCase(contract)])),
  // In the sandbox, because in `live` the number of a company's obligations with a reminder depends on the date.
  'add-company': async () => {
    const { headers } = await usedApiKeyFor(await signedInAccount());
    // The sandbox's registry derives its response, and so the size of the records, from the number. The number is the
    // same for every account, because each account has its own sandbox.
    const body = { rcNumber: 'RC1234567', companyName: 'Adire Textiles Limited' };
    return requestOf('add-company', { headers, body });
  },
};
