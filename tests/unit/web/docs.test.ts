import { describe, expect, test, vi } from 'vitest';
import { apiDocument } from '#functions/api/openapi-document';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import type { ApiDocument, Operation } from '#web/docs/document';
import { literal } from '#web/docs/literal';
import { withSamples } from '#web/docs/samples';
import { LIVE_KEY_MESSAGE, sandboxFetch } from '#web/docs/sandbox-only';
import { withShownTags } from '#web/docs/shown-tags';

const API = 'https://api.kyb.test';

// The page reads it as JSON.
const document: ApiDocument = JSON.parse(
  JSON.stringify(documentAt(apiDocument(), { url: API, supportEmail: 'help@kyb.test' })),
);

interface Sampled extends Operation {
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
}

const operations = Object.entries(withSamples(document).paths).flatMap(([path, members]) =>
  Object.entries(members).map(([method, operation]) => ({ path, method, operation: operation as Sampled })),
);

test('the groups of administrators and callbacks, whose operations are hidden, are not shown', () => {
  const all = document.tags.map(({ name }) => name);
  expect(all).toEqual(expect.arrayContaining(['admin', 'callbacks', 'kyb']));
  const shown = withShownTags(document).tags.map(({ name }) => name);
  expect(shown).toEqual(all.filter((name) => name !== 'admin' && name !== 'callbacks'));
});

/** Runs a sample, and returns the request that it sends. */
const sentBy = async (source: string): Promise<Request> => {
  const sent: Request[] = [];
  const send = async (input: string, init: RequestInit) => {
    sent.push(new Request(input, init));
    return Response.json({});
  };
  const openAsBlob = async () => new Blob(['%PDF-1.7']);
  // The one line that a function cannot have: what it imports is passed in.
  const body = source.replace("import { openAsBlob } from 'node:fs';\n", '');
  await new Function('fetch', 'openAsBlob', `return (async () => {\n${body}\n})()`)(send, openAsBlob);
  if (sent.length !== 1 || !sent[0]) throw new Error(`It sends ${sent.length} requests`);
  return sent[0];
};

describe('the sample in TypeScript', () => {
  test.each(operations)('of $method $path sends the example of its request', async ({ path, method, operation }) => {
    vi.stubEnv('KYB_API_KEY', 'test_sk_example');
    const [{ lang, source } = { lang: '', source: '' }] = operation['x-codeSamples'];
    expect(lang).toBe('typescript');
    const request = await sentBy(source);
    expect(request.method).toBe(method.toUpperCase());
    const { origin, pathname } = new URL(request.url);
    expect(origin).toBe(API);
    expect(pathname).toMatch(new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/{}]+')}$`));
    const { security = [], requestBody } = operation;
    const takesKey = security.some((scheme) => 'secretKey' in scheme);
    expect(request.headers.get('Authorization') === 'Bearer test_sk_example').toBe(takesKey);
    const example = requestBody?.content['application/json']?.example;
    if (example !== undefined) expect(await request.json()).toStrictEqual(example);
    else if (requestBody === undefined) expect(request.body).toBeNull();
    else {
      const form = requestBody.content['multipart/form-data']?.example as object;
      expect([...(await request.formData()).keys()]).toEqual(Object.keys(form));
    }
    vi.unstubAllEnvs();
  });

  test('is written for every operation', () => {
    expect(operations.length).toBeGreaterThan(100);
  });

  test('holds every text', () => {
    const texts = ["it's", '"quoted"', 'back\\slash', 'a\nb', '\u0024{x}', '`', "\\'", '\u2028', '</script>'];
    expect(new Function(`return ${literal({ texts, 'a-b': null, empty: [], none: {} })}`)()).toStrictEqual({
      texts,
      'a-b': null,
      empty: [],
      none: {},
    });
  });
});

describe('a request that is tried', () => {
  test('carries the key that was entered, and no cookie', async () => {
    const sent: Request[] = [];
    const send = sandboxFetch(async (input) => {
      sent.push(input as Request);
      return Response.json({});
    });
    await send(`${API}/v1/me`, { headers: { Authorization: 'Bearer test_sk_1' }, credentials: 'include' });
    expect(sent.map(({ credentials, headers }) => [credentials, headers.get('Authorization')])).toEqual([
      ['omit', 'Bearer test_sk_1'],
    ]);
  });

  test.each([
    ['/v1/me', { Authorization: 'Bearer live_sk_1' }],
    ['/v1/me', { 'X-Api-Key': 'live_pk_1' }],
    ['/v1/me?key=live_sk_1', {}],
  ])('is not sent to %s with %o', async (path, headers) => {
    const send = vi.fn();
    const tried = sandboxFetch(send)(`${API}${path}`, { headers });
    await expect(tried).rejects.toThrow(LIVE_KEY_MESSAGE);
    expect(send).not.toHaveBeenCalled();
  });
});
