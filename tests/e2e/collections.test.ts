import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { journey } from '#scripts/collections/journey';
import { postmanCollection } from '#scripts/collections/postman';
import { rotateApiKeys } from '#scripts/demo/journey';
import { stack } from '#tests/support/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { fromNewAddress, newCustomer } from './people.ts';

const run = promisify(execFile);

/** Postman's own runner. */
const NEWMAN = fileURLToPath(import.meta.resolve('newman/bin/newman.js'));

interface Report {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly response?: { readonly code: number };
    }[];
    readonly failures: readonly { readonly error: { readonly message: string } }[];
    readonly stats: { readonly assertions: { readonly total: number } };
  };
}

test('the journey of the Postman collection runs from a key to a decision and its webhook', async () => {
  const folder = temporaryFolder('collection');
  const receiver = await webhookReceiver();
  onTestFinished(() => receiver.close());
  const { secretKey } = await rotateApiKeys(await newCustomer(), 'sandbox');
  const collection = postmanCollection();
  // As a stage's edge reports a caller at an address of its own, so that no other test shares its rate limits.
  const headers = Object.entries(fromNewAddress()).map(([key, value]) => ({ key, value }));
  const [main] = collection.item;
  for (const { request } of main?.item ?? []) request.header.push(...headers);
  const [file, report] = [join(folder, 'collection.json'), join(folder, 'report.json')];
  writeFileSync(file, JSON.stringify(collection));
  const variables = { apiUrl: stack().apiUrl, apiKey: secretKey, webhookEndpoint: receiver.url };
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const args = ['run', file, ...given, '--reporters', 'json', '--reporter-json-export', report];
  await run(process.execPath, [NEWMAN, ...args], { cwd: folder, timeout: 120_000 }).catch((failure) => {
    throw new Error(`newman: ${failure.stdout}${failure.stderr}`);
  });
  const { executions, failures, stats } = (JSON.parse(readFileSync(report, 'utf8')) as Report).run;
  expect(failures.map(({ error }) => error.message)).toEqual([]);
  const steps = journey();
  expect([...new Set(executions.map(({ item }) => item.name))]).toEqual(
    steps.map(({ request }, index) => `${index + 1}. ${request.title}`),
  );
  expect(stats.assertions.total).toBeGreaterThan(steps.length);
  const events = (await receiver.waitFor(3, { timeoutMs: 60_000 })).map(
    ({ rawBody }) => JSON.parse(String(rawBody)).event,
  );
  expect(events).toEqual(expect.arrayContaining(['kyb.applicant.created', 'kyb.applicant.decision']));
}, 180_000);
