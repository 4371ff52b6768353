import { describe, expect, test } from 'vitest';
import { found, NOT_FOUND, unavailable } from '#shared/sources/lookup-results';
import type { SourceResult, UnavailableCause } from '#shared/sources/ports';
import { selectSources } from '#shared/sources/select';
import { makeSourceBreaker, makeSourceBreakers } from '#shared/sources/source-breaker';
import { IMPATIENT, json, loopbackSource, status } from './loopback-source.ts';

const LEFT_ALONE = { status: 'unavailable', cause: 'circuit_open' };
const DOWN = unavailable('unreachable');
const UP = found({ name: 'Adire' });

/** A breaker on the test's clock, and how often its source was called. */
const setup = () => {
  const state = { nowMs: 1_000_000, calls: 0 };
  const breaker = makeSourceBreaker(() => state.nowMs);
  return {
    state,
    pass: (seconds: number) => {
      state.nowMs += seconds * 1000;
    },
    lookup: (result: SourceResult<unknown> | Promise<SourceResult<unknown>>, tookSeconds = 0) =>
      breaker(async () => {
        state.calls++;
        state.nowMs += tookSeconds * 1000;
        return result;
      }),
  };
};

/** A breaker that three failures have opened. */
const opened = async () => {
  const world = setup();
  for (let i = 0; i < 3; i++) await world.lookup(DOWN);
  world.state.calls = 0;
  return world;
};

describe('a source that keeps failing', () => {
  test('is called for each of three lookups, and then left alone: later ones are unavailable at once', async () => {
    const { state, lookup } = setup();
    for (let i = 0; i < 3; i++) expect(await lookup(DOWN)).toBe(DOWN);
    expect(await lookup(UP)).toEqual(LEFT_ALONE);
    expect(await lookup(UP)).toEqual(LEFT_ALONE);
    expect(state.calls).toBe(3);
  });

  test.each<UnavailableCause>(['timed_out', 'unreachable', 'refused'])('counts %s as a failure', async (cause) => {
    const { lookup } = setup();
    for (let i = 0; i < 3; i++) await lookup(unavailable(cause));
    expect(await lookup(UP)).toEqual(LEFT_ALONE);
  });

  test.each([
    ['a record', UP],
    ['that there is no record', NOT_FOUND],
    ['an unusable response', unavailable('unusable_answer')],
  ])('that responds in between with %s is not left alone', async (_, response) => {
    const { lookup } = setup();
    for (let i = 0; i < 10; i++) {
      await lookup(DOWN);
      await lookup(DOWN);
      expect(await lookup(response)).toBe(response);
    }
  });

  test('is not left alone for failures that are minutes apart', async () => {
    const { lookup, pass } = setup();
    for (let i = 0; i < 10; i++) {
      expect(await lookup(DOWN)).toBe(DOWN);
      pass(150);
    }
  });

  test('is not judged by callers who gave up early, but by those who waited long', async () => {
    const { lookup } = setup();
    for (let i = 0; i < 10; i++) await lookup(unavailable('cancelled'), 9);
    expect(await lookup(UP)).toBe(UP);
    for (let i = 0; i < 3; i++) await lookup(unavailable('cancelled'), 12);
    expect(await lookup(UP)).toEqual(LEFT_ALONE);
  });
});

describe('a source that was left alone', () => {
  test('is called again after five seconds, by one lookup at a time, and by everyone once it responds', async () => {
    const { state, pass, lookup } = await opened();
    pass(4.999);
    expect(await lookup(UP)).toEqual(LEFT_ALONE);
    pass(0.001);
    const { promise, resolve } = Promise.withResolvers<SourceResult<unknown>>();
    const probe = lookup(promise);
    expect(await lookup(UP)).toEqual(LEFT_ALONE);
    resolve(UP);
    expect(await probe).toBe(UP);
    expect(await Promise.all([lookup(UP), lookup(NOT_FOUND)])).toEqual([UP, NOT_FOUND]);
    expect(state.calls).toBe(3);
  });

  test('is left alone longer each time that it fails the probe, up to a minute', async () => {
    const { pass, lookup } = await opened();
    pass(5);
    for (const seconds of [15, 30, 60, 60, 60]) {
      expect(await lookup(DOWN)).toBe(DOWN);
      pass(seconds - 0.001);
      expect(await lookup(UP)).toEqual(LEFT_ALONE);
      pass(0.001);
    }
    expect(await lookup(UP)).toBe(UP);
    // From then on its earlier failures do not count.
    await lookup(DOWN);
    await lookup(DOWN);
    expect(await lookup(UP)).toBe(UP);
  });

  test('is probed by the next lookup if the caller of the probe gave up, or an error ended it', async () => {
    const { pass, lookup } = await opened();
    pass(5);
    await lookup(unavailable('cancelled'));
    await expect(lookup(Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect');
    expect(await lookup(UP)).toBe(UP);
  });

  test('is called again at once when an earlier lookup succeeds', async () => {
    const { lookup } = setup();
    const { promise, resolve } = Promise.withResolvers<SourceResult<unknown>>();
    const early = lookup(promise);
    for (let i = 0; i < 3; i++) await lookup(DOWN);
    resolve(UP);
    await early;
    expect(await lookup(UP)).toBe(UP);
  });

  test('is not left alone for longer when an earlier lookup fails', async () => {
    const { pass, lookup } = setup();
    const { promise, resolve } = Promise.withResolvers<SourceResult<unknown>>();
    const early = lookup(promise);
    for (let i = 0; i < 3; i++) await lookup(DOWN);
    pass(4);
    resolve(DOWN);
    await early;
    pass(1);
    expect(await lookup(UP)).toBe(UP);
  });
});

test('each source of a stage has its own breaker, which outlives the request, and a new one at a new address', async () => {
  const breakers = makeSourceBreakers(() => 0);
  await using down = await loopbackSource(status(503));
  await using up = await loopbackSource(json({ found: false }));
  const { signal } = new AbortController();
  const at = (baseUrl: string) => {
    const gateway = { baseUrl, apiKey: 'k', timeoutSeconds: 5 };
    const sourcesConfig = { registry: gateway, tax: gateway };
    return selectSources({ environment: 'live', sourcesConfig, simulateLiveSources: false }, IMPATIENT, breakers).ports;
  };
  const query = { registrationNumber: 'RC1' };
  for (let i = 0; i < 3; i++) await at(down.baseUrl).registry(query, signal);
  const calls = down.received.length;
  expect(await at(down.baseUrl).registry(query, signal)).toEqual(LEFT_ALONE);
  expect(down.received).toHaveLength(calls);
  expect(await at(down.baseUrl).tax({ taxNumber: '12345678', kind: 'jtb_tin' }, signal)).not.toEqual(LEFT_ALONE);
  expect(await at(up.baseUrl).registry(query, signal)).toEqual({ status: 'not_found' });
});
