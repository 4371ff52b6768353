import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const WITH_TABLE = `
  import { request } from 'node:http';
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient();
  export const handler = (input) => input ? client.send(new GetItemCommand(input)) : request.name;
`;

let project: string;
const write = (file: string, source: string): void => {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), source);
};
const bundle = () => bundleFunctions(listFunctions(project), join(project, 'dist'), project);
const output = (name: string): string => join(project, 'dist', name, 'index.mjs');

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'bundle-'));
  symlinkSync(join(PROJECT_FOLDER, 'node_modules'), join(project, 'node_modules'));
});
afterEach(() => rmSync(project, { recursive: true }));

describe('what is a function', () => {
  test('every handler file, by its name; contracts are none', () => {
    write('functions/api/kyb/create-widget.ts', '');
    write('functions/api/kyb/contracts.ts', '');
    write('functions/api/contracts.ts', '');
    write('functions/events/publish-events.ts', '');
    expect(listFunctions(project)).toEqual([
      { name: 'create-widget', file: 'functions/api/kyb/create-widget.ts' },
      { name: 'publish-events', file: 'functions/events/publish-events.ts' },
    ]);
  });

  test('two files of one name are refused', () => {
    write('functions/api/kyb/list.ts', '');
    write('functions/api/wallet/list.ts', '');
    expect(() => listFunctions(project)).toThrow('would both be the function list');
  });
});

describe('a bundle', () => {
  test('takes credentials from the environment alone and leaves the rest of the SDK out', async () => {
    write('functions/api/kyb/get-widget.ts', WITH_TABLE);
    const [{ bytes } = { bytes: 0 }] = await bundle();
    const { outputs } = JSON.parse(readFileSync(join(project, 'dist/meta.json'), 'utf8'));
    const inside = Object.values<{ inputs: object }>(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const providers = inside.flatMap((file) => /credential-provider-(\w+)/.exec(file)?.[1] ?? []);
    expect([...new Set(providers)]).toEqual(['env']);
    // The same function without our plugins is 350 kB.
    expect(bytes).toBeLessThan(250_000);
  });

  test('loads nothing of Node that it does not use, yet can use all of it', async () => {
    write('functions/api/kyb/get-widget.ts', WITH_TABLE);
    await bundle();
    const report = execFileSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { handler } = await import(${JSON.stringify(output('get-widget'))});
       console.log(handler(), process.moduleLoadList.filter((name) => name.includes('undici')).length);`,
    ]);
    expect(String(report).trim()).toBe('request 0');
  });

  test('is the same bytes for the same sources', async () => {
    write('functions/api/kyb/get-widget.ts', WITH_TABLE);
    await bundle();
    const first = readFileSync(output('get-widget'));
    write('functions/api/kyb/another.ts', 'export const handler = () => 1;');
    await bundle();
    expect(readFileSync(output('get-widget')).equals(first)).toBe(true);
  });

  test('goes with its function', async () => {
    write('functions/api/kyb/old.ts', 'export const handler = () => 1;');
    await bundle();
    rmSync(join(project, 'functions/api/kyb/old.ts'));
    write('functions/api/kyb/new.ts', 'export const handler = () => 1;');
    await bundle();
    expect(readFileSync(output('new'), 'utf8')).toContain('handler');
    expect(() => readFileSync(output('old'))).toThrow('ENOENT');
  });

  test('a file without a handler is refused by name', async () => {
    write('functions/events/sweep.ts', 'export const sweep = () => 1;');
    await expect(bundle()).rejects.toThrow('functions/events/sweep.ts exports no `handler`');
  });

  test('a file that does not compile is refused with its place', async () => {
    write('functions/events/sweep.ts', 'export const handler = () => {\n  return ];\n};');
    await expect(bundle()).rejects.toThrow(/functions\/events\/sweep\.ts:2: Unexpected/);
  });
});
