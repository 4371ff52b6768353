import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { ApiError } from '#shared/errors/api-error';
import { type Contract, contract } from '#shared/http/contract';
import { deprecationHeaders } from '#shared/http/deprecation';
import { openApiDocument } from '#shared/http/openapi/openapi';
import { requestMeta } from '#shared/http/request';
import { renderError, renderResponse } from '#shared/http/response';
import { apiEvent } from '#tests/support/api-event';

const deprecated = {
  sinceDate: '2027-01-01',
  sunsetDate: '2028-01-01',
  link: 'https://docs.example.com/moving',
} as const;

const endpoint = (name: string) =>
  contract({
    name,
    group: 'things',
    method: 'GET',
    route: `/v1/${name}/{id}`,
    summary: 'Read',
    caller: 'account',
    path: v.object({ id: v.string() }),
    success: { 200: v.object({ success: v.literal(true) }) },
    errors: ['WIDGET_NOT_FOUND'],
    touches: {},
  });

const PROMISED = {
  Deprecation: '@1798761600',
  Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  Link: '<https://docs.example.com/moving>; rel="deprecation"',
};

const NAMES = Object.keys(PROMISED);

describe('a deprecated endpoint', () => {
  const ending: Contract = { ...endpoint('read-old'), deprecated };
  const meta = requestMeta(apiEvent({}), 0);

  test('says so with every success and every refusal', () => {
    const success = { status: 200, body: { success: true }, cookies: [], headers: {} };
    expect(renderResponse(ending, meta, success, undefined).headers).toMatchObject(PROMISED);
    expect(renderError(ending, meta, new ApiError('WIDGET_NOT_FOUND'), undefined).headers).toMatchObject(PROMISED);
  });

  test('is marked in the API document, with the headers of all its responses, beside others that are not', () => {
    const { paths } = openApiDocument([endpoint('read-new'), endpoint('read-other'), ending]);
    const { deprecated: isMarked, responses } = paths['/v1/read-old/{id}']?.['get'] ?? {};
    expect(isMarked).toBe(true);
    expect(Object.keys(responses ?? {}).length).toBeGreaterThan(3);
    for (const { headers } of Object.values(responses ?? {}))
      expect(Object.keys(headers as object)).toEqual(expect.arrayContaining(NAMES));
    const other = paths['/v1/read-new/{id}']?.['get'];
    expect(other).not.toHaveProperty('deprecated');
    expect(JSON.stringify(other)).not.toMatch(/Sunset/);
  });
});

test('an endpoint that is not deprecated has none of the headers', () => {
  const success = { status: 200, body: {}, cookies: [], headers: {} };
  const { headers } = renderResponse(endpoint('read-new'), requestMeta(apiEvent({}), 0), success, undefined);
  expect(Object.keys(headers ?? {}).filter((name) => NAMES.includes(name))).toEqual([]);
});

test('every deprecated endpoint works for a year from then on, and says where to go', () => {
  for (const { name, deprecated: ending } of CONTRACTS as readonly Contract[]) {
    if (ending === undefined) continue;
    const [since, sunset] = [Date.parse(ending.sinceDate), Date.parse(ending.sunsetDate)];
    expect(sunset - since, name).toBeGreaterThanOrEqual(365 * 86_400_000);
    expect(URL.canParse(ending.link), name).toBe(true);
    expect(deprecationHeaders(ending)['Deprecation'], name).toMatch(/^@[0-9]+$/);
  }
});
