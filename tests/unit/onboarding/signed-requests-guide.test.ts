import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestMeta } from '#shared/http/request';
import { guardSignature } from '#shared/onboarding/embed/embed-guards';
import { SIGNATURE_TOLERANCE_SECONDS } from '#shared/signatures/signature';
import { apiEvent } from '#tests/support/api-event';
import { guideSnippets } from '#tests/support/guide-snippets';

const GUIDE = readFileSync('docs/integrate/signed-requests.md', 'utf8');
const FOLDER = guideSnippets('docs/integrate/signed-requests.md', 'signed-requests');

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const accepted = async (change: { method?: string; path?: string; body?: string } = {}): Promise<boolean> => {
  const request = { method: 'POST', path: '/v1/widget/embed/sessions', body: '{"token":"elt_1","name":"Ọ̀yọ́ ₦"}' };
  const { widgetSignature } = await import(/* @vite-ignore */ join(FOLDER, 'sign.ts'));
  const signature = widgetSignature(request.method, request.path, request.body, SECRET);
  const event = apiEvent({ ...request, ...change, headers: { 'X-Widget-Signature': signature } });
  try {
    guardSignature({ id: 'wgt_1' }, SECRET, requestMeta(event, Date.now()));
    return true;
  } catch {
    return false;
  }
};

describe("the guide's snippet", () => {
  test('makes signatures that the service accepts, wherever the gateway serves the API', async () => {
    expect(await accepted()).toBe(true);
    expect(await accepted({ path: '/base/v1/widget/embed/sessions' })).toBe(true);
  });

  test.each([{ method: 'PATCH' }, { path: '/v1/widget/embed/sessions/wses_1/submit' }, { body: '{"token":"elt_1"}' }])(
    'signs no other header value: %j',
    async (change) => {
      expect(await accepted(change)).toBe(false);
    },
  );
});

test('the bounds in the guide are those of the service', () => {
  const text = GUIDE.replaceAll(/\s+/g, ' ');
  expect(SIGNATURE_TOLERANCE_SECONDS).toBe(300);
  expect(text).toContain('at most 300 from now');
});
