import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateArchiveCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { beforeAll, expect, test } from 'vitest';
import { EMULATORS_ACCOUNT } from '#infra/deployer';
import { resourceName } from '#infra/names';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { localClientSettings } from '#tests/support/local-client-settings';
import { insertOf, outboxItem } from '#tests/support/outbox-records';
import { stack } from '#tests/support/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';

const run = promisify(execFile);

/** The pages for operators, and all others that contain an AWS command. */
const pages = globSync('docs/{integrate,operate,contribute}/*.md').map((page) => readFileSync(page, 'utf8'));

/** Shell blocks that use `aws`, and commands in sentences, on one line each. */
const printed = pages.flatMap((page) => [
  ...[...page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim())
    .filter((block) => /^ *(?:\w+=\$\()?aws /m.test(block)),
  ...[...page.matchAll(/`(aws [^`]+)`/g)].map(([, command = '']) => command.replaceAll(/\s+/g, ' ')),
]);

/** What the local cloud lacks. Its error proves that the command has arrived, with options that AWS knows. */
const NOT_EMULATED = [
  // The query itself names the log groups (`SOURCE`).
  /^aws logs start-query: InvalidParameterException: logGroupName, logGroupNames, or logGroupIdentifiers is required/,
  /^aws sns get-sms-attributes: InvalidAction: Unknown action: GetSMSAttributes/,
  // There was no query.
  /^aws logs get-query-results: ResourceNotFoundException: /,
];

const folder = temporaryFolder('aws-commands');

/** The output of a shell in a folder of its own, where `aws` is tests/support/aws.py on the deployed stage. */
const shell = async (script: string): Promise<{ readonly stdout: string; readonly failures: readonly string[] }> => {
  const PATH = `${folder}:${process.env['PATH']}`;
  const { endpoint, region } = stack();
  const env = { ...LOCAL_AWS_ENVIRONMENT, AWS_DEFAULT_REGION: region, AWS_ENDPOINT_URL: endpoint, PATH };
  const { stdout, stderr } = await run('sh', ['-uc', script], { cwd: folder, env }).catch(
    (failure: { stdout: string; stderr: string }) => failure,
  );
  return { stdout, failures: stderr.split('\n').filter((line) => line !== '') };
};

const KEY = `attachments/${randomUUID()}`;

const SECRET = `rotated-${randomUUID()}`;

/** The delete marker of a removed file. */
let markerId: string;

/** The versions of a rotated secret. */
let secretVersions: readonly string[];

beforeAll(async () => {
  const python = join(STATE_FOLDER, 'venv', 'bin', 'python');
  const aws = `#!/bin/sh\nexec '${python}' '${join(PROJECT_FOLDER, 'tests', 'support', 'aws.py')}' "$@"\n`;
  writeFileSync(join(folder, 'aws'), aws, { mode: 0o755 });
  writeFileSync(join(folder, 'file'), 'a file');
  const { bucketName, endpoint, queues } = stack();
  const deleted = await shell(
    `aws s3api put-object --bucket ${bucketName} --key ${KEY} --body fileb://file >/dev/null
    aws s3api delete-object --bucket ${bucketName} --key ${KEY} --query VersionId --output text`,
  );
  markerId = deleted.stdout.trim();
  const body = JSON.stringify({ reason: 'not_numbered', Records: [insertOf(outboxItem(1), '1')] });
  writeFileSync(join(folder, 'message'), body);
  const sent = await shell(
    `aws sqs send-message --queue-url ${queues['unpublishable-events-dlq']} --message-body "$(cat message)" >/dev/null`,
  );
  const rotated = await shell(
    `aws secretsmanager create-secret --name ${SECRET} --secret-string earlier --query VersionId --output text
    aws secretsmanager put-secret-value --secret-id ${SECRET} --secret-string current --query VersionId --output text`,
  );
  secretVersions = rotated.stdout.trim().split('\n');
  expect([...deleted.failures, ...sent.failures, ...rotated.failures]).toEqual([]);
  // The stage `local` archives no events.
  const name = resourceName('local', 'events');
  const bus = `arn:aws:events:${stack().region}:${EMULATORS_ACCOUNT}:event-bus/${name}`;
  await new EventBridgeClient(localClientSettings(endpoint))
    .send(new CreateArchiveCommand({ ArchiveName: name, EventSourceArn: bus }))
    .catch((error: Error) => expect(error.name).toBe('ResourceAlreadyExistsException'));
});

/** A command with the names of the stage under test. */
const onThisStage = (script: string): string =>
  script
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(resourceName('prod', ''), resourceName('local', ''))
    .replaceAll('kyb-service/prod/', `kyb-service/${randomUUID()}/`)
    .replaceAll('kyb-service-local-restored', `restored-${randomUUID()}`)
    .replaceAll('<account>', EMULATORS_ACCOUNT)
    .replaceAll('dev.<domain>', localStage('1').mail.domain)
    .replaceAll('<bucket>', stack().bucketName)
    .replaceAll('<key>', KEY)
    .replaceAll('<that of the marker>', markerId)
    .replaceAll('<the secret>', SECRET)
    .replaceAll('<the earlier version>', secretVersions[0] ?? '')
    .replaceAll('<the current version>', secretVersions[1] ?? '')
    .replaceAll('<QueueUrls, unpublishable-events-dlq>', stack().queues['unpublishable-events-dlq'] ?? '')
    .replaceAll('--query-id $QUERY', `--query-id ${randomUUID()}`)
    // There is no query to wait for.
    .replaceAll('sleep 10', ':');

test.each([...new Set(printed)])('an operator runs on a deployed stage: %s', async (script) => {
  const ready = onThisStage(script);
  expect(ready, 'a name that the test does not fill in').not.toMatch(/<[a-z]/i);
  const { failures } = await shell(ready);
  expect(failures.filter((line) => !NOT_EMULATED.some((lack) => lack.test(line)))).toEqual([]);
  if (ready.includes('response.json')) {
    expect(JSON.parse(readFileSync(join(folder, 'response.json'), 'utf8'))).toEqual({ batchItemFailures: [] });
  }
});

test.each([
  ['an operation', 'aws sqs start-message-move --source-arn arn', "KeyError: 'start-message-move'"],
  ['an option', 'aws sqs start-message-move-task --source arn', "KeyError: 'source'"],
  ['a missing option', 'aws sqs start-message-move-task', 'ParamValidationError'],
])('a command with a mistake in %s would be noticed', async (_, command, said) => {
  expect((await shell(command)).failures.join('\n')).toContain(said);
});
