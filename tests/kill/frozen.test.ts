import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { localStage } from '#scripts/local-cloud/local-stage';
import { liveWidget, newCustomer } from '#tests/e2e/people';
import { randomOfTest } from '#tests/support/random';
import { say } from './run.ts';
import { type Worker, workersOf } from './workers.ts';

/** The number of simultaneous requests, each in its own worker. */
const AT_ONCE = 6;

/** A machine that is too busy continues its workers too late. The cloud has then killed them, which proves nothing. */
const MOST_ROUNDS = 10;

/**
 * The response of a worker that continued and found its time over. Only such a worker had begun its request before it
 * was stopped. The local cloud starts a request's clock when the worker reads the request, so a worker that was stopped
 * before that has all its time when it continues, until the cloud kills it. AWS states the end of the time in the
 * request itself.
 */
const CONTINUED = '503 SERVICE_UNAVAILABLE';

/** The time of the function, after which the cloud kills its worker. */
const FUNCTION_MS = localStage('1').apiTimeoutSeconds * 1000;

/**
 * When stopped workers continue. The time of their requests is over, but not that of their functions, so that the
 * workers could still do what they must not do.
 */
const CONTINUED_MS = FUNCTION_MS - 200;

/** The longest that workers run before they are stopped in the middle of their requests. */
const LONGEST_RUN_MS = 60;

const signal = (workers: readonly Worker[], name: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const { pid } of workers) {
    try {
      process.kill(pid, name);
    } catch {
      // The cloud has ended it in the meantime.
    }
  }
};

test('A worker that is stopped in the middle of a request and continues when its time is over creates and charges nothing', {
  timeout: 8 * 60_000,
}, async () => {
  const random = randomOfTest();
  const account = await newCustomer();
  const widget = await liveWidget(account);
  const create = (referenceId: string) =>
    account.post<{ code?: string }>(`/v1/kyb/widgets/${widget.id}/applicants`, { referenceId });
  const createAll = (references: readonly string[]) => Promise.all(references.map(create));
  const newReferences = () => Array.from({ length: AT_ONCE }, () => randomUUID());
  const workers = async () =>
    (await workersOf(inject('cloud').pid)).filter(({ functionName }) => functionName === 'create-applicant');
  const applicants = async (): Promise<ReadonlySet<string>> => {
    const query = { limit: '100' };
    const { body } = await account.get<{ data: { referenceId: string }[] }>('/v1/kyb/applicants', { query });
    return new Set(body.data.map(({ referenceId }) => referenceId));
  };
  const charges = async (): Promise<number> => {
    const query = { environment: 'sandbox', limit: '100', type: 'debit' };
    const { body } = await account.get<{ transactions: unknown[] }>('/v1/wallet/transactions', { query });
    return body.transactions.length;
  };

  const statuses: string[] = [];
  for (let round = 0; round < MOST_ROUNDS && !statuses.includes(CONTINUED); round++) {
    // As many warm workers as there are requests, whichever the last round has left.
    await createAll(newReferences());
    const references = newReferences();
    const stopped = await workers();
    const sentAt = performance.now();
    const answering = createAll(references);
    let before: ReadonlySet<string> = new Set();
    try {
      await sleep(LONGEST_RUN_MS * random());
      signal(stopped, 'SIGSTOP');
      // What was on its way to the table when its worker stopped has arrived long before.
      await sleep(sentAt + FUNCTION_MS / 2 - performance.now());
      before = await applicants();
      await sleep(sentAt + CONTINUED_MS - performance.now());
    } finally {
      signal(stopped, 'SIGCONT');
    }
    const responses = await answering;
    // One more, after everything that the workers still do.
    await createAll(newReferences());
    const after = await applicants();

    const answers = responses.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim());
    const refused = references.filter((_, index) => answers[index] === CONTINUED);
    expect(refused.filter((reference) => after.has(reference) && !before.has(reference))).toEqual([]);
    expect(await charges()).toBe(after.size);
    statuses.push(...answers);
  }
  say(`Answers of stopped workers: ${statuses.toSorted().join(', ')}`);
  expect(statuses, 'one worker at least continued in time to answer').toContain(CONTINUED);
});
