import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { EXAMPLE_VALUES } from '#functions/api/example-values';
import { EXAMPLES } from '#functions/api/examples';
import { CONSUMERS } from '#functions/events/consumers';
import { SEEDS, SIGNATURES } from '#scripts/invoke/seeds';
import type { Contract } from '#shared/http/contract';
import type { ApiEvent } from '#shared/http/request';
import { placeholdersIn, withValues } from '#shared/http/request-example';
import { parseRequest } from '#shared/http/schemas/validation';
import { sampleEvent } from '#tests/support/sample-event';

const fileOf = ({ name }: { readonly name: string }): string => `tests/events/${name}.json`;

const bodyOf = ({ body }: ApiEvent, { consumes }: Contract): unknown => {
  if (!body) return {};
  return consumes === 'form' ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
};

test('every endpoint has an example, and no example stands alone', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(CONTRACTS.map(({ name }) => name).sort());
});

test('every placeholder looks like something and can be made', () => {
  expect(Object.keys({ ...SEEDS, ...SIGNATURES }).sort()).toEqual(Object.keys(EXAMPLE_VALUES).sort());
});

describe('the sample event of every API function is made of its example', () => {
  test.each(CONTRACTS.map((contract) => [contract.name, contract] as const))('%s', async (name, contract) => {
    const sample = sampleEvent(contract, EXAMPLES[name] ?? {});
    // Written anew by `npm test -- -u`.
    await expect(`${JSON.stringify(sample, null, 2)}\n`).toMatchFileSnapshot(`../../events/${name}.json`);
    const event: ApiEvent = JSON.parse(withValues(JSON.stringify(sample), EXAMPLE_VALUES));
    expect(placeholdersIn(JSON.stringify(event))).toEqual([]);
    const parts = {
      path: event.pathParameters ?? {},
      query: event.queryStringParameters ?? {},
      body: bodyOf(event, contract),
    };
    expect(parseRequest(contract, parts)).not.toHaveProperty('refusal');
  });
});

/** Who wrote the records of a consumer's event; schedules send none. */
const EVENT_SOURCES = { outbox: 'aws:dynamodb', queue: 'aws:sqs', schedule: undefined } as const;

describe('every consumer has a sample event', () => {
  test.each(CONSUMERS.map((consumer) => [consumer.name, consumer] as const))('%s', (_, consumer) => {
    expect(existsSync(fileOf(consumer)), fileOf(consumer)).toBe(true);
    const text = withValues(readFileSync(fileOf(consumer), 'utf8'), EXAMPLE_VALUES);
    expect(placeholdersIn(text)).toEqual([]);
    const { Records = [] } = JSON.parse(text);
    const sources = new Set((Records as { eventSource: string }[]).map(({ eventSource }) => eventSource));
    const expected = EVENT_SOURCES[consumer.trigger.kind];
    expect([...sources]).toStrictEqual(expected === undefined ? [] : [expected]);
  });
});
