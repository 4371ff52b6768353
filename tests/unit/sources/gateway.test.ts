import { describe, expect, test } from 'vitest';
import type { GatewayConfig } from '#shared/sources/config';
import { gatewayPort } from '#shared/sources/http/gateway';
import { GATEWAY_QUESTIONS } from '#shared/sources/http/gateway-questions';
import type { Patience } from '#shared/sources/patience';
import type { RegistryQuery } from '#shared/sources/ports';
import { type Behaviour, IMPATIENT, json, loopbackSource, silence, status } from './loopback-source.ts';

const QUERY: RegistryQuery = { registrationNumber: 'RC1234567', classificationId: 2, businessName: 'Acme Ltd' };
const FACTS = { registrationNumber: 'RC1234567', businessName: 'ACME LIMITED', businessStatus: 'active' };
const { signal } = new AbortController();

const registryAt = (baseUrl: string, more: Partial<GatewayConfig> = {}, patience: Patience = IMPATIENT) =>
  gatewayPort(GATEWAY_QUESTIONS.registry, { baseUrl, apiKey: 'key-1', timeoutSeconds: 5, ...more }, patience);

const askOnceAt = async (behaviour: Behaviour, more: Partial<GatewayConfig> = {}) => {
  await using source = await loopbackSource(behaviour);
  const result = await registryAt(source.baseUrl, more)(QUERY, signal);
  return { result, received: source.received };
};

describe('a source behind the gateway', () => {
  test('is called by POST with the query as JSON and the key as bearer', async () => {
    const { result, received } = await askOnceAt(json({ found: true, facts: FACTS }));
    expect(result).toEqual({ status: 'found', facts: FACTS });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', body: QUERY });
    expect(received[0]?.url.pathname).toBe('/businesses/find');
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer key-1', 'content-type': 'application/json' });
  });

  test('is called below the path of its base URL, with or without a slash at the end', async () => {
    for (const path of ['/kyb/v2', '/kyb/v2/']) {
      await using source = await loopbackSource(json({ found: false }));
      await registryAt(source.baseUrl + path)(QUERY, signal);
      expect(source.received[0]?.url.pathname).toBe('/kyb/v2/businesses/find');
    }
  });

  test('reports that there is no such record only with found: false', async () => {
    expect((await askOnceAt(json({ found: false }))).result).toEqual({ status: 'not_found' });
  });

  test.each(['RC1234567', 'rc-1234567', '1234567', 'RC 001234567'])(
    'may write the looked-up number as %s',
    async (registrationNumber) => {
      const facts = { ...FACTS, registrationNumber };
      expect((await askOnceAt(json({ found: true, facts }))).result).toEqual({ status: 'found', facts });
    },
  );

  test('may return unknown fields, which are dropped', async () => {
    const { result } = await askOnceAt(json({ found: true, facts: { ...FACTS, auditors: ['Ada'] }, cost: 1 }));
    expect(result).toEqual({ status: 'found', facts: FACTS });
  });

  test.each<[string, Behaviour, string, number]>([
    ['an outage', status(503), 'refused', 3],
    ['overload', status(429), 'refused', 3],
    ['a wrong key', status(401), 'refused', 1],
    ['a wrong path', status(404), 'refused', 1],
    ['a redirect', status(307, { location: 'http://127.0.0.1:1/' }), 'refused', 1],
    ['an empty success', status(204), 'refused', 1],
    ['a body that is not JSON', (response) => response.end('<html>'), 'unusable_answer', 3],
    ['JSON in another form', json({ found: 'yes' }), 'unusable_answer', 3],
    [
      'facts in another form',
      json({ found: true, facts: { ...FACTS, businessStatus: 'dissolved?' } }),
      'unusable_answer',
      3,
    ],
    [
      'the record of another business',
      json({ found: true, facts: { ...FACTS, registrationNumber: 'RC7654321' } }),
      'unusable_answer',
      3,
    ],
    ['found without facts', json({ found: true }), 'unusable_answer', 3],
    ['more than a megabyte', (response) => response.end('x'.repeat(1_100_000)), 'unusable_answer', 1],
    ['a connection cut before the response', (response) => response.destroy(), 'unreachable', 3],
    [
      'a connection cut within the response',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"found":', () => response.destroy());
      },
      'unreachable',
      3,
    ],
  ])('with %s is unavailable, never a result', async (_, behaviour, cause, tries) => {
    const { result, received } = await askOnceAt(behaviour);
    expect(result).toEqual({ status: 'unavailable', cause });
    expect(received).toHaveLength(tries);
  });

  test('that hangs is unavailable after three times its time limit', async () => {
    const { result, received } = await askOnceAt(silence, { timeoutSeconds: 0.05 });
    expect(result).toEqual({ status: 'unavailable', cause: 'timed_out' });
    expect(received).toHaveLength(3);
  });

  test('that responds slowly gets until the same limit for its last byte', async () => {
    const drip: Behaviour = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(timer));
    };
    const { result } = await askOnceAt(drip, { timeoutSeconds: 0.1 });
    expect(result).toEqual({ status: 'unavailable', cause: 'timed_out' });
  });

  test('at an address where nothing listens is unavailable', async () => {
    const gone = await loopbackSource(silence);
    await gone[Symbol.asyncDispose]();
    expect(await registryAt(gone.baseUrl)(QUERY, signal)).toEqual({ status: 'unavailable', cause: 'unreachable' });
  });

  test('that recovers within three tries counts as having responded', async () => {
    const recovering: Behaviour = (response, tries) =>
      (tries < 3 ? status(500) : json({ found: true, facts: FACTS }))(response, tries);
    expect((await askOnceAt(recovering)).result).toEqual({ status: 'found', facts: FACTS });
  });

  test('is not called again once the caller gives up', async () => {
    const giveUp = new AbortController();
    await using source = await loopbackSource((response) => {
      giveUp.abort();
      status(500)(response, 1);
    });
    const result = await registryAt(source.baseUrl)(QUERY, giveUp.signal);
    expect(result).toEqual({ status: 'unavailable', cause: 'cancelled' });
    expect(source.received).toHaveLength(1);
  });

  test('is not called at all if the caller has already given up', async () => {
    await using source = await loopbackSource(json({ found: false }));
    const result = await registryAt(source.baseUrl)(QUERY, AbortSignal.abort());
    expect(result).toEqual({ status: 'unavailable', cause: 'cancelled' });
    expect(source.received).toHaveLength(0);
  });

  test('waits between tries, longer each time', async () => {
    const waits: number[] = [];
    const patience: Patience = { tries: 3, wait: async (failedTries) => waits.push(failedTries) };
    await using source = await loopbackSource(status(502));
    await registryAt(source.baseUrl, {}, patience)(QUERY, signal);
    expect(waits).toEqual([1, 2]);
  });
});

describe('a response that does not match its lookup is ignored', () => {
  const config = (baseUrl: string) => ({ baseUrl, apiKey: 'key-1', timeoutSeconds: 5 });
  const unusable = { status: 'unavailable', cause: 'unusable_answer' };

  test('with verdicts on fewer people than were looked up', async () => {
    await using source = await loopbackSource(json({ found: true, facts: { people: ['confirmed'] } }));
    const identity = gatewayPort(GATEWAY_QUESTIONS.identity, config(source.baseUrl), IMPATIENT);
    const people = [{ fullName: 'Ada Obi' }, { fullName: 'Musa Bello' }];
    expect(await identity({ role: 'director', people }, signal)).toEqual(unusable);
  });

  test('with a profile that was not looked up', async () => {
    await using source = await loopbackSource(json({ found: true, facts: { confirmed: ['tiktok'] } }));
    const socialMedia = gatewayPort(GATEWAY_QUESTIONS.socialMedia, config(source.baseUrl), IMPATIENT);
    expect(await socialMedia({ profiles: { website: 'acme.ng' } }, signal)).toEqual(unusable);
  });
});
