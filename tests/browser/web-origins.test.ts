import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_PASSWORD } from '#functions/api/example-values';
import { freePort } from '#scripts/local-cloud/port';
import { newCustomer, newEmail } from '#tests/e2e/people';
import { stack } from '#tests/support/stack';
import { complaints, newPage, useChromium } from './chromium.ts';
import { type HostPage, hostPage } from './host-page.ts';

const port = await freePort();
const [webOrigin = ''] = stack().webOrigins;

// The stage's web origin, whose port this machine may use for something else, is the page of this test.
useChromium([`--host-resolver-rules=MAP ${new URL(webOrigin).host} 127.0.0.1:${port}`]);

let page: HostPage;
beforeAll(async () => {
  page = await hostPage('', undefined, port);
});
afterAll(() => page.close());

/** What a page's own script gets from the API; `blocked` if its browser gives it nothing. */
const fetchFrom = (shown: Page, method: string, path: string, request: { body?: object; token?: string } = {}) =>
  shown.evaluate(
    async ({ address, sent: { method: verb, body, token } }) => {
      try {
        const response = await fetch(address, {
          method: verb,
          credentials: 'include',
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        return {
          status: response.status,
          requestId: response.headers.get('x-request-id'),
          body: await response.json(),
        };
      } catch {
        return 'blocked' as const;
      }
    },
    { address: `${stack().apiUrl}${path}`, sent: { method, ...request } },
  );

/**
 * Without the headers of the stage's edge, which a page could not send: the browser would ask the API for permission.
 */
const visitor = () => newPage({ extraHTTPHeaders: {} });

const customer = async (): Promise<{ email: string; password: string }> => {
  const email = newEmail();
  await newCustomer(email);
  return { email, password: EXAMPLE_PASSWORD };
};

describe("a page of the stage's web origin", () => {
  test('logs in, reads and changes with the cookies of its session, and logs out', async () => {
    const credentials = await customer();
    const shown = await visitor();
    await shown.goto(webOrigin);
    expect(await fetchFrom(shown, 'POST', '/v1/login', { body: credentials })).toMatchObject({
      status: 200,
      requestId: expect.any(String),
    });
    expect(await fetchFrom(shown, 'GET', '/v1/me')).toMatchObject({
      status: 200,
      body: { data: { email: credentials.email } },
    });
    const rotation = { body: { environment: 'sandbox' } };
    expect(await fetchFrom(shown, 'POST', '/v1/developers/api-keys/rotate', rotation)).toMatchObject({ status: 201 });
    expect(await fetchFrom(shown, 'POST', '/v1/logout')).toMatchObject({ status: 200 });
    expect(await fetchFrom(shown, 'GET', '/v1/me')).toMatchObject({ status: 401 });
  });

  test('calls with a bearer token, and reads why it is refused', async () => {
    const shown = await visitor();
    await shown.goto(webOrigin);
    expect(await fetchFrom(shown, 'GET', '/v1/wallet', { token: 'no token' })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
});

test('a page on another port is not a web origin: its browser lets it neither log in nor read', async () => {
  const credentials = await customer();
  const shown = await visitor();
  await shown.goto(page.origin.replace('127.0.0.1', 'localhost'));
  expect(await fetchFrom(shown, 'POST', '/v1/login', { body: credentials })).toBe('blocked');
  expect(await fetchFrom(shown, 'GET', '/v1/wallet', { token: 'no token' })).toBe('blocked');
  expect(await fetchFrom(shown, 'GET', '/v1/me')).toBe('blocked');
  expect(complaints.splice(0).every((complaint) => complaint.includes('blocked by CORS policy'))).toBe(true);
});
