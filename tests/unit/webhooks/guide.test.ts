import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/local-cloud/port';
import { SERVICE_TYPES } from '#shared/events/catalogue';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { ATTEMPT_DEADLINE_MS } from '#shared/webhooks/deliveries/attempts/post';
import { FAILURE_STREAK_MS } from '#shared/webhooks/deliveries/conclusions/failure-streak';
import { FAULT_POLICY } from '#shared/webhooks/deliveries/conclusions/faults';
import { RETRY_POLICY } from '#shared/webhooks/deliveries/conclusions/retry-policy';
import { BREAKER_POLICY } from '#shared/webhooks/deliveries/limits/breaker';
import { HOST_ALLOWANCE } from '#shared/webhooks/deliveries/limits/host-allowance';
import { guideSnippets } from '#tests/support/guide-snippets';
import { waitUntil } from '#tests/support/wait-until';
import { BODY, headersAt, nowSeconds, SECRET } from './verify-vectors.ts';

const GUIDE = readFileSync('docs/integrate/webhooks.md', 'utf8');

const FOLDER = guideSnippets('docs/integrate/getting-started.md', 'getting-started');

/** Runs a receiver of a page. Returns its responses to {@link BODY} under some headers, and its output. */
const runReceiver = async (folder: string, [file, ...args]: readonly [string, ...string[]]) => {
  const port = await freePort();
  const receiver = spawn(process.execPath, [join(folder, file), ...args], {
    env: { PORT: String(port) },
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
  return { post, printed: () => printed };
};

test('the receiver of the first steps responds 204 to genuine deliveries, 401 to others, and handles a delivery once', async () => {
  const { post, printed } = await runReceiver(FOLDER, ['receiver.mjs', SECRET]);
  const [other, another] = [generateSigningSecret(), generateSigningSecret()];
  expect(await post(headersAt(nowSeconds(), other, another))).toBe(401);
  expect(await post(headersAt(nowSeconds() - 310))).toBe(401);
  expect(printed()).toBe('');
  for (const secrets of [[SECRET], [SECRET, other], [other, SECRET], [other, another, SECRET]]) {
    expect(await post(headersAt(nowSeconds(), ...secrets))).toBe(204);
  }
  await waitUntil(() => printed() !== '', { what: 'the event' });
  expect(printed().match(/kyb\.applicant\.decision/g)).toHaveLength(1);
});

describe("the guide's figures on deliveries are those of the service:", () => {
  const { delaysSeconds, jitter, retryAfterMaxSeconds } = RETRY_POLICY;
  const { maxConcurrency, busyConcurrency, busyAfterMs, hungDeliveries, windowSeconds, coolDownSeconds, probes } =
    BREAKER_POLICY;
  const { firstDelaySeconds, maxDelaySeconds } = FAULT_POLICY;
  const text = GUIDE.replaceAll(/\s+/g, ' ');

  test.each([
    `A delivery has ${delaysSeconds.length + 1} attempts: the first at once, the others ${delaysSeconds.join(', ').replace(/, (\d+)$/, ' and $1')} s after the end of the one before`,
    `up to ${2 * jitter * 100} % longer`,
    `up to ${retryAfterMaxSeconds} s`,
    `Any 2xx within ${ATTEMPT_DEADLINE_MS / 1000} seconds is success`,
    `When ${hungDeliveries} different deliveries to a registration hung within ${windowSeconds} seconds`,
    `${coolDownSeconds[0]} seconds at first, up to ${coolDownSeconds.at(-1)} while`,
    `At most ${maxConcurrency} deliveries to a registration are in progress at once`,
    `${busyConcurrency} when an attempt took ${busyAfterMs / 1000} seconds or more`,
    `Then up to ${probes} of them are tried`,
    `after a minute at first, up to ${maxDelaySeconds / firstDelaySeconds} while`,
    `at most ${HOST_ALLOWANCE.posts} POSTs at first and one more every ${HOST_ALLOWANCE.everySeconds / 60} minutes`,
    `may use ${HOST_ALLOWANCE.postsForOwner}`,
    `deliveries only fail for ${FAILURE_STREAK_MS / 86_400_000} days`,
  ])('%s', (sentence) => {
    expect(text).toContain(sentence);
  });
});

test("the guide's table of service types links to the events of each", () => {
  for (const type of SERVICE_TYPES)
    expect(GUIDE).toContain(`| [\`${type}\`](webhook-events.md#service-type-${type}) |`);
});
