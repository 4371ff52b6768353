import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { announceStack, findRunning, logFileOf, type RunningFiles, retractRunning } from '#scripts/local-cloud/running';
import { readStack, type Stack } from '#scripts/local-cloud/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';

let files: RunningFiles;
beforeEach(() => {
  const folder = temporaryFolder('running');
  files = {
    folder: join(folder, 'stacks'),
    latestStack: join(folder, 'stack.json'),
    latestLog: join(folder, 'ministack.log'),
  };
});

const stackAt = (port: number): Stack => ({
  stage: 'local',
  apiUrl: `http://localhost:${port}`,
  endpoint: 'http://127.0.0.1:34567',
  region: 'eu-west-1',
  tableName: 'table',
  bucketName: 'bucket',
  mailOutboxUrl: `http://127.0.0.1:${port}/mails`,
  queues: {},
  webOrigins: [],
  rateLimitScale: 1,
  edgeSecret: 'secret',
});

/** A process that has ended. */
const endedProcess = async (): Promise<number> => {
  const child = spawn('true');
  await once(child, 'close');
  return child.pid ?? 0;
};

const latest = (): string => readStack(files.latestStack).apiUrl;

describe('with two local clouds running,', () => {
  beforeEach(() => {
    announceStack(stackAt(4566), process.ppid, files);
    announceStack(stackAt(4577), process.pid, files);
  });

  test('each has its own stack file, and tools use the latest', () => {
    expect(readStack(join(files.folder, '4566.json')).apiUrl).toBe('http://localhost:4566');
    expect(readStack(join(files.folder, '4577.json')).apiUrl).toBe('http://localhost:4577');
    expect(latest()).toBe('http://localhost:4577');
    expect(lstatSync(files.latestLog).isSymbolicLink()).toBe(true);
    expect(readlinkSync(files.latestLog)).toBe(logFileOf('http://localhost:4577', files));
  });

  test('when one ends, the other becomes the latest', () => {
    retractRunning('http://localhost:4577', files);
    expect(latest()).toBe('http://localhost:4566');
    expect(findRunning('http://localhost:4566', files)).toMatchObject({ pid: process.ppid });
    expect(findRunning('http://localhost:4577', files)).toBeUndefined();
  });

  test('the end of one does not affect the other', () => {
    retractRunning('http://localhost:4566', files);
    expect(findRunning('http://localhost:4566', files)).toBeDefined();
    expect(latest()).toBe('http://localhost:4577');
  });

  test('the one that was deployed last is the latest', () => {
    announceStack({ ...stackAt(4566), tableName: 'another' }, process.ppid, files);
    expect(readStack(files.latestStack).tableName).toBe('another');
  });

  test('nothing is left when both have ended', async () => {
    retractRunning('http://localhost:4577', files);
    announceStack(stackAt(4566), await endedProcess(), files);
    expect(findRunning('http://localhost:4566', files)).toBeUndefined();
    expect(existsSync(files.latestStack)).toBe(false);
    expect(readdirSync(files.folder)).toEqual([]);
  });
});

test('files of another version of the project are ignored', () => {
  const older = { ...stackAt(4566), unknown: true } as Stack;
  announceStack(older, process.ppid, files);
  announceStack(stackAt(4577), process.pid, files);
  retractRunning('http://localhost:4577', files);
  expect(existsSync(files.latestStack)).toBe(true);
});
