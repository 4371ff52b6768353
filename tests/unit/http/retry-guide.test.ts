import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guideSnippets } from '#tests/support/guide-snippets';

const run = promisify(execFile);

const FOLDER = guideSnippets('docs/integrate/errors.md', 'retry-guide');

/** What a server does with one request: its response, or `lost`, which ends the connection without one. */
type Answer = 'lost' | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** A server that answers in this order, and then with its last answer again; with the requests that reach it. */
const answering = async (answers: readonly Answer[]) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.push(request), answers.length) - 1];
    if (answer === undefined || answer === 'lost') return request.socket.destroy();
    return response.writeHead(answer.status, { connection: 'close', ...answer.headers }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const keys = () => [...new Set(requests.map(({ headers }) => headers['idempotency-key']))];
  return { url, requests, keys };
};

/** How a call ended, and the seconds that it paused before each further try. */
interface Ended {
  readonly status: number | 'failed';
  readonly pauses: readonly number[];
}

const inTypeScript = async (url: string, key?: string): Promise<Ended> => {
  const { call } = await import(/* @vite-ignore */ join(FOLDER, 'call.ts'));
  const pauses: number[] = [];
  const pause = async (seconds: number) => {
    pauses.push(seconds);
  };
  const init = { method: 'POST', body: '{}', ...(key && { headers: { 'idempotency-key': key } }) };
  const status = await call(url, init, pause).then(
    (response: Response) => response.status,
    () => 'failed',
  );
  return { status, pauses };
};

/** Prints what {@link Ended} has. */
const PYTHON = `
import json, sys, urllib.error, urllib.request
from call import call
pauses = []
request = urllib.request.Request(sys.argv[1], data=b"{}", method="POST")
if len(sys.argv) > 2:
    request.add_header("Idempotency-Key", sys.argv[2])
try:
    status = call(request, pauses.append).status
except urllib.error.HTTPError as refusal:
    status = refusal.code
except OSError:
    status = "failed"
print(json.dumps({"status": status, "pauses": pauses}))
`;

const inPython = async (url: string, key?: string): Promise<Ended> => {
  const args = ['-B', '-c', PYTHON, url, ...(key ? [key] : [])];
  const { stdout } = await run('python3', args, { cwd: FOLDER, env: { PATH: process.env['PATH'], no_proxy: '*' } });
  return JSON.parse(stdout);
};

const FAILURES: readonly Answer[] = [
  'lost',
  { status: 503 },
  { status: 429, headers: { 'retry-after': '7' } },
  { status: 409, headers: { 'x-error-code': 'IDEMPOTENCY_IN_PROGRESS' } },
  { status: 500 },
];

describe.each([
  ['TypeScript', inTypeScript],
  ['Python', inPython],
])("the guide's call in %s", (_, call) => {
  test('goes on through everything that is worth a retry, with one key, and waits as long as it is told', async () => {
    const server = await answering([...FAILURES, { status: 201 }]);
    const { status, pauses } = await call(server.url);
    expect(status).toBe(201);
    expect(pauses[2]).toBe(7);
    expect(pauses.map((seconds, index) => index === 2 || (seconds > 0 && seconds <= 2 ** (index + 1)))).toEqual(
      FAILURES.map(() => true),
    );
    expect(server.requests).toHaveLength(6);
    expect(server.keys()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test('keeps the key that it was given', async () => {
    const server = await answering(['lost', { status: 200 }]);
    expect((await call(server.url, 'order-4711')).status).toBe(200);
    expect(server.keys()).toEqual(['order-4711']);
  });

  test.each([400, 409])('takes a %i as final', async (status) => {
    const server = await answering([{ status, headers: { 'x-error-code': 'ILLEGAL_STATE' } }]);
    expect(await call(server.url)).toEqual({ status, pauses: [] });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [{ status: 503 }, 503],
    ['lost', 'failed'],
  ] as const)('gives up after six times %j', async (answer, status) => {
    const server = await answering([answer]);
    expect((await call(server.url)).status).toBe(status);
    expect(server.requests).toHaveLength(6);
  });
});
