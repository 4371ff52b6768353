import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { sourceGatewayDocument } from '#scripts/openapi/source-gateway';
import { gatewayPort } from '#shared/sources/http/gateway';
import { GATEWAY_CONTRACT } from '#shared/sources/http/gateway-contract';
import { GATEWAY_QUESTIONS } from '#shared/sources/http/gateway-questions';
import type { SourceName, SourceResult } from '#shared/sources/ports';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { type Behaviour, IMPATIENT, json, loopbackSource, silence, status } from './loopback-source.ts';

type LookupName = keyof typeof GATEWAY_QUESTIONS;
type AnyPort = (query: object, signal: AbortSignal) => Promise<SourceResult<unknown>>;

const NAMES = Object.keys(GATEWAY_QUESTIONS) as LookupName[];
const { signal } = new AbortController();

// biome-ignore lint/suspicious/noExplicitAny: a document is read as its readers read it.
const document: any = JSON.parse(JSON.stringify(sourceGatewayDocument()));

const portAt = (name: LookupName, baseUrl: string, timeoutSeconds = 5): AnyPort => {
  const config = { baseUrl, apiKey: 'key-of-the-gateway', timeoutSeconds };
  return gatewayPort(GATEWAY_QUESTIONS[name] as never, config, IMPATIENT) as unknown as AnyPort;
};

const lookUp = async (name: LookupName, behaviour: Behaviour, timeoutSeconds?: number) => {
  await using source = await loopbackSource(behaviour);
  const result = await portAt(name, source.baseUrl, timeoutSeconds)(GATEWAY_CONTRACT[name].example.query, signal);
  return { result, received: source.received };
};

describe('the published contract of the gateway', () => {
  test('is current', async () => {
    await expect(`${JSON.stringify(document, undefined, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/operate/source-gateway.openapi.json',
    );
  });

  test('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('describes every lookup of the gateway, each at its own path', () => {
    const operations = Object.entries<Record<string, { operationId: string }>>(document.paths);
    expect(operations.map(([path, { post }]) => [post?.operationId, path])).toStrictEqual(
      NAMES.map((name) => [name, `/${GATEWAY_QUESTIONS[name].path}`]),
    );
    const others: SourceName[] = ['screening'];
    expect([...NAMES, ...others].sort()).toStrictEqual(Object.keys(SANDBOX_PORTS).sort());
  });

  test.each(NAMES)('has schemas of %s that its examples fit, and that refuse anything else', (name) => {
    const ajv = ajvFormats.default(new Ajv2020({ strict: false }));
    const { post } = document.paths[`/${GATEWAY_QUESTIONS[name].path}`];
    const sent = ajv.compile(post.requestBody.content['application/json'].schema);
    const { schema, examples } = post.responses[200].content['application/json'];
    const returned = ajv.compile(schema);
    expect(sent(post.requestBody.content['application/json'].example)).toBe(true);
    expect(Object.values<{ value: unknown }>(examples).map(({ value }) => returned(value))).toStrictEqual([true, true]);
    expect([sent({}), returned({ found: true }), returned({ found: true, facts: {} }), returned({})]).toStrictEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test.each(NAMES)('names every field of the query of %s, and of the displayed facts', (name) => {
    const { query, example } = GATEWAY_CONTRACT[name];
    expect(v.parse(query as v.GenericSchema, example.query)).toStrictEqual(example.query);
    expect(v.parse(GATEWAY_QUESTIONS[name].facts as v.GenericSchema, example.facts)).toStrictEqual(example.facts);
  });
});

describe.each(NAMES)('%s behind a gateway', (name) => {
  const { query, facts } = GATEWAY_CONTRACT[name].example;

  test('that keeps the contract receives the query as described, with the key, and its facts are the result', async () => {
    const { result, received } = await lookUp(name, json({ found: true, facts }));
    expect(result).toStrictEqual({ status: 'found', facts });
    expect(received).toMatchObject([
      { method: 'POST', body: query, url: { pathname: `/${GATEWAY_QUESTIONS[name].path}` } },
    ]);
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer key-of-the-gateway' });
    expect((await lookUp(name, json({ found: false }))).result).toStrictEqual({ status: 'not_found' });
  });

  const truncated: Behaviour = (response) => {
    const text = JSON.stringify({ found: true, facts });
    response.writeHead(200, { 'content-length': String(text.length) });
    response.write(text.slice(0, -5), () => response.destroy());
  };

  test.each<[string, Behaviour, string, number]>([
    ['is down behind its load balancer', status(503), 'refused', 3],
    ['breaks', status(500), 'refused', 3],
    ['is overloaded', status(429), 'refused', 3],
    ['does not know our key', status(403), 'refused', 1],
    ['does not know the lookup', status(404), 'refused', 1],
    ['cuts the connection', (response) => response.destroy(), 'unreachable', 3],
    ['truncates its response', truncated, 'unreachable', 3],
    ['sends half of its JSON', (response) => response.end('{"found":tr'), 'unusable_answer', 3],
    ['sends a page', (response) => response.end('<html>Bad gateway</html>'), 'unusable_answer', 3],
    ['sends nothing', (response) => response.end(), 'unusable_answer', 3],
    ['sends null', json(null), 'unusable_answer', 3],
    ['sends an array', json([{ found: true, facts }]), 'unusable_answer', 3],
    ['sends facts about something else', json({ found: true, facts: { weather: 'dry' } }), 'unusable_answer', 3],
    ['sends empty facts', json({ found: true, facts: {} }), 'unusable_answer', 3],
    ['sends no facts', json({ found: true }), 'unusable_answer', 3],
    ['sends found as a text', json({ found: 'true', facts }), 'unusable_answer', 3],
    ['sends too much', json({ found: true, facts, padding: 'x'.repeat(1_100_000) }), 'unusable_answer', 1],
  ])('that %s is unavailable, never a result', async (_, behaviour, cause, tries) => {
    const { result, received } = await lookUp(name, behaviour);
    expect(result).toStrictEqual({ status: 'unavailable', cause });
    expect(received).toHaveLength(tries);
  });

  test('that redirects gets no second request, and nor does the target of the redirect', async () => {
    await using elsewhere = await loopbackSource(json({ found: true, facts }));
    for (const code of [301, 302, 303, 307, 308]) {
      const { result, received } = await lookUp(name, status(code, { location: elsewhere.baseUrl }));
      expect(result).toStrictEqual({ status: 'unavailable', cause: 'refused' });
      expect(received).toHaveLength(1);
    }
    expect(elsewhere.received).toHaveLength(0);
  });

  test.each<[string, Behaviour]>([
    ['never responds', silence],
    ['never ends its response', (response) => response.writeHead(200).write('{"found":')],
  ])('that %s is unavailable after three times its time limit', async (_, behaviour) => {
    const { result, received } = await lookUp(name, behaviour, 0.05);
    expect(result).toStrictEqual({ status: 'unavailable', cause: 'timed_out' });
    expect(received).toHaveLength(3);
  });

  test('that is not running is unavailable', async () => {
    const gone = await loopbackSource(silence);
    await gone[Symbol.asyncDispose]();
    expect(await portAt(name, gone.baseUrl)(query, signal)).toStrictEqual({
      status: 'unavailable',
      cause: 'unreachable',
    });
  });
});

describe('implausible facts of the registry', () => {
  const { facts } = GATEWAY_CONTRACT.registry.example;

  test.each([
    ['a day that does not exist', { registrationDate: '2025-02-30' }],
    ['a date with a time', { commencementDate: '2015-09-01T00:00:00Z' }],
    ['a negative capital', { shareCapital: -1 }],
    ['more capital than there is', { shareCapital: 1e16 }],
    ['a capital in words', { shareCapital: 'one million' }],
    ['shares of more than all', { shareholders: [{ name: 'Ada Obi', percentage: 101 }] }],
    ['a shareholder without a name', { shareholders: [{ name: '' }] }],
    ['more shareholders than fit', { shareholders: Array.from({ length: 201 }, () => ({ name: 'Ada Obi' })) }],
    ['an endlessly long name', { businessName: 'x'.repeat(1001) }],
    ['a registrar that is a text', { registrar: 'Lagos' }],
  ])('make the whole response unusable: %s', async (_, wrong) => {
    const { result } = await lookUp('registry', json({ found: true, facts: { ...facts, ...wrong } }));
    expect(result).toStrictEqual({ status: 'unavailable', cause: 'unusable_answer' });
  });
});
