import { describe, expect, test } from 'vitest';
import { mailedCode } from '#tests/support/mail-outbox';
import { stack } from '#tests/support/stack';
import { liveWidget, newClient, newCustomer, newEmail } from './people.ts';

const PASSWORD = 'three quiet herons at dusk';

/** A browser on one of the service's own pages, signed in by cookies. */
const signedInBrowser = async (email: string = newEmail()) => {
  const browser = newClient({ origin: String(stack().webOrigins[0]) });
  await browser.post('/v1/signup', { email, password: PASSWORD });
  await browser.post('/v1/verify-email', { email, code: await mailedCode(stack().mailOutboxUrl, email) });
  const login = await browser.post('/v1/login', { email, password: PASSWORD });
  return { browser, login };
};

describe('a session', () => {
  test('begins with three cookies and no token in a body', async () => {
    const { browser, login } = await signedInBrowser();
    expect(login.status).toBe(200);
    expect([...browser.cookies.keys()].toSorted()).toEqual(['refreshToken', 'svc_session', 'token']);
    expect(login.text).not.toContain(browser.cookies.get('token'));
    for (const line of login.headers.getSetCookie()) expect(line).toMatch(/Secure; SameSite=Lax; Path=\//);
  });

  test('ends for its access token at once when it logs out', async () => {
    const { browser } = await signedInBrowser();
    const server = newClient({ authorization: `Bearer ${browser.cookies.get('token')}` });
    expect((await server.get('/v1/me')).status).toBe(200);
    expect((await browser.post('/v1/logout')).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual([]);
    const denied = await server.get('/v1/me');
    expect(denied.status).toBe(401);
    expect(denied.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
  });

  test('ends with its refresh token alone, and a browser with nothing left gets its cookies cleared', async () => {
    const { browser } = await signedInBrowser();
    const refreshToken = browser.cookies.get('refreshToken');
    browser.cookies.set('token', 'expired');
    for (let n = 0; n < 2; n++) {
      const loggedOut = await browser.post('/v1/logout');
      expect([loggedOut.status, loggedOut.headers.getSetCookie().length]).toStrictEqual([200, 3]);
    }
    const refused = await newClient().post('/v1/refresh-token', { refreshToken });
    expect(refused).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_INVALID' } });
  });

  test('continues with a rotated refresh token; its predecessor is valid for a moment, and an older one ends the session', async () => {
    const { browser } = await signedInBrowser();
    const refresh = (refreshToken: string | undefined) => newClient().post('/v1/refresh-token', { refreshToken });
    const first = browser.cookies.get('refreshToken');
    expect((await browser.post('/v1/refresh-token')).status).toBe(200);
    const second = browser.cookies.get('refreshToken');
    expect(second).not.toBe(first);
    expect((await refresh(first)).headers.getSetCookie().join()).toContain(String(second));
    expect((await browser.post('/v1/refresh-token')).status).toBe(200);
    const reused = await refresh(first);
    expect(reused.status).toBe(401);
    expect(reused.body).toMatchObject({ code: 'REFRESH_TOKEN_REUSED' });
    expect((await browser.get('/v1/me')).status).toBe(401);
  });

  test('cannot be used by another site’s page to change anything', async () => {
    const { browser } = await signedInBrowser();
    const foreign = await browser.post('/v1/logout', undefined, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.body).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    expect((await browser.get('/v1/me')).status).toBe(200);
  });

  test('is refused before the e-mail address is verified, with the body of its row', async () => {
    const email = newEmail();
    const browser = newClient();
    const signup = await browser.post<{ data: { userId: string } }>('/v1/signup', { email, password: PASSWORD });
    expect(signup.status).toBe(201);
    expect(signup.body).toEqual({
      success: true,
      message: expect.any(String),
      data: { userId: expect.stringMatching(/^usr_/), requiresVerification: true },
    });
    const login = await browser.post('/v1/login', { email, password: PASSWORD });
    expect(login.status).toBe(403);
    expect(login.body).toEqual({
      success: false,
      error: expect.any(String),
      message: expect.any(String),
      data: { requiresVerification: true, userId: signup.body.data.userId },
    });
  });
});

describe('another customer', () => {
  test('gets the same 404 as for what does not exist', async () => {
    const [owner, other] = await Promise.all([newCustomer(), newCustomer()]);
    const { id } = await liveWidget(owner);
    const foreign = await other.get(`/v1/kyb/widgets/${id}`);
    const missing = await other.get('/v1/kyb/widgets/wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW');
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(missing.text);
  });
});
