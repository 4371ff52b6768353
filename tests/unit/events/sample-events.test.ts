import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import type { Contract } from '#shared/http/contract';
import type { ApiEvent } from '#shared/http/request';
import { parseRequest } from '#shared/http/validation';

const fileOf = ({ name }: { readonly name: string }): string => `tests/events/${name}.json`;

const bodyOf = ({ body, isBase64Encoded }: ApiEvent, { consumes }: Contract): unknown => {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : body;
  if (!text) return {};
  return consumes === 'form' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
};

/** The route's template with the event's own parameters in it. */
const filled = (route: string, parameters: ApiEvent['pathParameters'] = {}): string =>
  route.replace(/\{([^}]+)\}/g, (_, name: string) => parameters[name] ?? `no ${name}`);

describe('every API function has a sample event', () => {
  test.each(CONTRACTS.map((contract) => [contract.name, contract] as const))('%s', (_, contract) => {
    expect(existsSync(fileOf(contract)), fileOf(contract)).toBe(true);
    const event: ApiEvent = JSON.parse(readFileSync(fileOf(contract), 'utf8'));
    expect(event.version).toBe('2.0');
    expect(event.routeKey).toBe(`${contract.method} ${contract.route}`);
    expect(event.requestContext.http.method).toBe(contract.method);
    expect(event.rawPath).toBe(filled(contract.route, event.pathParameters));
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
    const { Records = [] } = JSON.parse(readFileSync(fileOf(consumer), 'utf8'));
    const sources = new Set((Records as { eventSource: string }[]).map(({ eventSource }) => eventSource));
    const expected = EVENT_SOURCES[consumer.trigger.kind];
    expect([...sources]).toStrictEqual(expected === undefined ? [] : [expected]);
  });
});
