import { describe, expect, test } from 'vitest';
import { inLifetime, TimeIsOver } from '#shared/platform/lifetime';
import { getJson, postJson } from '#shared/sources/http-client';
import { askPatiently } from '#shared/sources/patience';
import { IMPATIENT, json, loopbackSource, silence, status } from './loopback-source.ts';

const NEVER = new AbortController().signal;

const questionTo = (baseUrl: string) => ({
  url: new URL(baseUrl),
  headers: {},
  timeoutSeconds: 30,
  signal: NEVER,
});

describe('A request to an outside source', () => {
  test('is not sent once the time of the API request is over', async () => {
    await using source = await loopbackSource(json({}));
    const asked = inLifetime(
      () => 0,
      () => postJson({ ...questionTo(source.baseUrl), body: {} }),
    );
    await expect(asked).rejects.toThrow(TimeIsOver);
    expect(source.received).toEqual([]);
  });

  test('is not sent again once this time is over, and gives no verdict', async () => {
    await using source = await loopbackSource(status(503));
    let leftMs = 20_000;
    const patience = {
      ...IMPATIENT,
      wait: async () => {
        leftMs = 0;
      },
    };
    const ask = async () => {
      await postJson({ ...questionTo(source.baseUrl), body: {} });
      return { status: 'not_found' } as never;
    };
    const asked = inLifetime(
      () => leftMs,
      () => askPatiently(ask, patience, NEVER),
    );
    await expect(asked).rejects.toThrow(TimeIsOver);
    expect(source.received).toHaveLength(1);
  });

  test('ends with the response to the API request', async () => {
    await using source = await loopbackSource(silence);
    let asked: Promise<unknown> = Promise.resolve();
    await inLifetime(
      () => 20_000,
      async () => {
        asked = postJson({ ...questionTo(source.baseUrl), body: {} }).catch((error: unknown) => error);
      },
    );
    expect(await asked).toMatchObject({ name: 'HttpFailure' });
  });

  test('that only fetches is sent at any time, because keys are kept for later requests', async () => {
    await using source = await loopbackSource(json({ keys: [] }));
    const fetched = inLifetime(
      () => 0,
      () => getJson(questionTo(source.baseUrl)),
    );
    expect(await fetched).toEqual({ keys: [] });
  });
});
