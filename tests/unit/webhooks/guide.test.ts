import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { freePort } from '#scripts/local-cloud/port';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { BREAKER_POLICY } from '#shared/webhooks/deliveries/breaker';
import { deliveryHeaders } from '#shared/webhooks/deliveries/delivery-headers';
import { FAILURE_STREAK_MS } from '#shared/webhooks/deliveries/failure-streak';
import { FAULT_POLICY } from '#shared/webhooks/deliveries/faults';
import { ATTEMPT_DEADLINE_MS } from '#shared/webhooks/deliveries/post';
import { RETRY_POLICY } from '#shared/webhooks/deliveries/retry-policy';
import { waitUntil } from '#tests/support/wait-until';

const GUIDE = readFileSync('docs/webhooks.md', 'utf8');

/** Inside the project, so that the snippets find the packages they import. */
const FOLDER = join(STATE_FOLDER, `guide-${process.pid}`);

const BODY = '{"id":"whd_01","event":"kyb.applicant.decision","data":{"name":"Ọ̀yọ́ ₦"}}';
const SECRET = generateSigningSecret();

const headersAt = (seconds: number, body = BODY, current = SECRET, previous?: string) =>
  deliveryHeaders({
    deliveryId: 'whd_01',
    event: 'kyb.applicant.decision',
    body,
    secrets: { current, previous },
    seconds,
  });

const nowSeconds = () => Math.floor(Date.now() / 1000);

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  for (const [, file = '', code = ''] of GUIDE.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    writeFileSync(join(FOLDER, file), code);
  }
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** The result of a snippet for a request with these headers and this body. */
type Snippet = (headers: Readonly<Record<string, string>>, body: string) => Promise<boolean>;

const nodeSnippet =
  (file: string, signatureOf: (headers: Readonly<Record<string, string>>) => unknown): Snippet =>
  async (headers, body) => {
    const { isGenuine } = await import(/* @vite-ignore */ join(FOLDER, file));
    return isGenuine(Buffer.from(body), signatureOf(headers), SECRET);
  };

const pythonSnippet: Snippet = async (headers, body) => {
  const program =
    'import sys; from verify import is_genuine; print(is_genuine(sys.stdin.buffer.read(), *sys.argv[1:]))';
  const args = ['-B', '-c', program, headers['X-Service-Signature'] ?? '', SECRET];
  const { stdout, stderr } = spawnSync('python3', args, { cwd: FOLDER, input: body, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim() === 'True';
};

const serviceSignature = (headers: Readonly<Record<string, string>>) => headers['X-Service-Signature'];

const SNIPPETS: Readonly<Record<string, Snippet>> = {
  'Node.js': nodeSnippet('verify.ts', serviceSignature),
  Python: pythonSnippet,
  stripe: nodeSnippet('verify-stripe.ts', serviceSignature),
  standardwebhooks: nodeSnippet('verify-standard.ts', (headers) => headers),
};

describe.each(Object.entries(SNIPPETS))("the guide's snippet for %s", (_, isGenuine) => {
  test('accepts what we send', async () => {
    expect(await isGenuine(headersAt(nowSeconds()), BODY)).toBe(true);
  });

  test('refuses a body that was changed', async () => {
    expect(await isGenuine(headersAt(nowSeconds()), BODY.replace('whd_01', 'whd_02'))).toBe(false);
  });

  test('accepts what we send while a rotation overlaps, with the secret before it and with the one after it', async () => {
    expect(await isGenuine(headersAt(nowSeconds(), BODY, generateSigningSecret(), SECRET), BODY)).toBe(true);
    expect(await isGenuine(headersAt(nowSeconds(), BODY, SECRET, generateSigningSecret()), BODY)).toBe(true);
    const strangers = headersAt(nowSeconds(), BODY, generateSigningSecret(), generateSigningSecret());
    expect(await isGenuine(strangers, BODY)).toBe(false);
  });

  test("refuses another registration's signature", async () => {
    expect(await isGenuine(headersAt(nowSeconds(), BODY, generateSigningSecret()), BODY)).toBe(false);
  });

  test('refuses what is older than five minutes', async () => {
    expect(await isGenuine(headersAt(nowSeconds() - 310), BODY)).toBe(false);
  });

  test('refuses a request without a signature', async () => {
    const unsigned = { 'X-Service-Signature': '', 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '' };
    expect(await isGenuine(unsigned, BODY)).toBe(false);
  });
});

test("the guide's receiver answers 204 to what is genuine, 401 to what is not, and handles a delivery once", async () => {
  const port = await freePort();
  const receiver = spawn(process.execPath, [join(FOLDER, 'receiver.ts')], {
    env: { PORT: String(port), WEBHOOK_SECRET: SECRET },
  });
  onTestFinished(() => {
    receiver.kill();
  });
  let printed = '';
  receiver.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const post = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: BODY });
    return response.status;
  };
  await waitUntil(() => post({}).catch(() => undefined), { what: 'the receiver' });
  expect(await post(headersAt(nowSeconds(), BODY, generateSigningSecret()))).toBe(401);
  expect(await post(headersAt(nowSeconds()))).toBe(204);
  expect(await post(headersAt(nowSeconds()))).toBe(204);
  await waitUntil(() => printed !== '', { what: 'the event' });
  expect(printed.match(/kyb\.applicant\.decision/g)).toHaveLength(1);
});

describe("the guide's figures of deliveries are those of the service:", () => {
  const { delaysSeconds, jitter, retryAfterMaxSeconds } = RETRY_POLICY;
  const { maxConcurrency, busyConcurrency, busyAfterMs, hungDeliveries, windowSeconds, coolDownSeconds, probes } =
    BREAKER_POLICY;
  const { firstDelaySeconds, maxDelaySeconds } = FAULT_POLICY;
  const text = GUIDE.replaceAll(/\s+/g, ' ');

  test.each([
    `A delivery has ${delaysSeconds.length + 1} attempts`,
    ...delaysSeconds.map((delay, index) => `| ${index + 2} | ${delay} s after the end of attempt ${index + 1} |`),
    `up to ${2 * jitter * 100} % longer`,
    `up to ${retryAfterMaxSeconds} s`,
    `Any 2xx within ${ATTEMPT_DEADLINE_MS / 1000} seconds is success`,
    `When ${hungDeliveries} different deliveries to a registration hung within ${windowSeconds} seconds`,
    `${coolDownSeconds[0]} seconds at first, up to ${coolDownSeconds.at(-1)} while`,
    `At most ${maxConcurrency} deliveries to a registration are in progress at once`,
    `${busyConcurrency} when an attempt took ${busyAfterMs / 1000} seconds or more`,
    `Then up to ${probes} of them are tried`,
    `after a minute at first, up to ${maxDelaySeconds / firstDelaySeconds} while`,
    `deliveries only fail for ${FAILURE_STREAK_MS / 86_400_000} days`,
  ])('%s', (sentence) => {
    expect(text).toContain(sentence);
  });
});
