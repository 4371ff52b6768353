import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { MIN_PASSWORD_LENGTH } from '#shared/auth/passwords/passwords';
import { temporaryFolder } from '#tests/support/temporary-folder';

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
  project = temporaryFolder('bundle');
  symlinkSync(join(PROJECT_FOLDER, 'node_modules'), join(project, 'node_modules'));
});

describe('the functions to bundle', () => {
  test('are all handler files, by name; contracts are not', () => {
    write('functions/api/kyb/create-widget.ts', '');
    write('functions/api/kyb/create-widget.contract.ts', '');
    write('functions/api/kyb/contract-parts.ts', '');
    write('functions/api/kyb/examples.ts', '');
    write('functions/api/contracts.ts', '');
    write('functions/events/publish-events.ts', '');
    expect(listFunctions(project)).toEqual([
      { name: 'create-widget', file: 'functions/api/kyb/create-widget.ts' },
      { name: 'publish-events', file: 'functions/events/publish-events.ts' },
    ]);
  });

  test('may not include two files with one name', () => {
    write('functions/api/kyb/list.ts', '');
    write('functions/api/wallet/list.ts', '');
    expect(() => listFunctions(project)).toThrow('would both become the function list');
  });
});

describe('a bundle', () => {
  test('reads credentials and settings only from the environment and leaves the rest of the SDK out', async () => {
    write('functions/api/kyb/get-widget.ts', WITH_TABLE);
    const [{ bytes } = { bytes: 0 }] = await bundle();
    const { outputs } = JSON.parse(readFileSync(join(project, 'dist/meta.json'), 'utf8'));
    const inside = Object.values<{ inputs: object }>(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const providers = inside.flatMap((file) => /credential-provider-(\w+)/.exec(file)?.[1] ?? []);
    expect([...new Set(providers)]).toEqual(['env']);
    expect(inside.filter((file) => /(parseIni|loadSharedConfigFiles)\.js$/.test(file))).toEqual([
      expect.stringContaining('loadSharedConfigFiles.js'),
    ]);
    expect(readFileSync(output('get-widget'), 'utf8')).not.toContain('AWS_SHARED_CREDENTIALS_FILE');
    // Without our plugins, the same function takes 350 kB.
    expect(bytes).toBeLessThan(250_000);
  });

  test('loads no module of Node that it does not use, yet can use all of them', async () => {
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

  test('reads only the exports of a module of Node that it names, yet can have all of them', async () => {
    write('shared/whole.cjs', `module.exports = require('util');`);
    write(
      'functions/api/kyb/get-widget.ts',
      `import util, { promisify } from 'node:util';
       import * as path from 'path';
       export const handler = async (whole) =>
         whole
           ? [util.isDeepStrictEqual, (await import("../../../shared/whole.cjs")).default.isDeepStrictEqual, (await import('node:os')).default.EOL]
           : [promisify.name, path.join('a', 'b')];`,
    );
    await bundle();
    const report = execFileSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { handler } = await import(${JSON.stringify(output('get-widget'))});
       const short = await handler();
       const loaded = process.moduleLoadList.filter((name) => name.includes('worker_threads')).length;
       const [one, other, end] = await handler(true);
       process.stdout.write(JSON.stringify({ short, loaded, isSame: one === other, end }));`,
    ]);
    expect(JSON.parse(String(report))).toStrictEqual({
      short: ['promisify', 'a/b'],
      loaded: 0,
      isSame: true,
      end: '\n',
    });
  });

  test('loads no streams of the web, and no reader of files, for a call that fails', async () => {
    write(
      'functions/api/chat/ask.ts',
      `import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
       const requestHandler = { handle: async () => { throw new Error('refused'); } };
       const client = new BedrockRuntimeClient({ region: 'af-south-1', requestHandler });
       export const handler = () => client.send(new ConverseCommand({ modelId: 'm' })).catch(({ message }) => message);`,
    );
    await bundle();
    const report = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { handler } = await import(${JSON.stringify(output('ask'))});
         const message = await handler();
         const loaded = process.moduleLoadList.filter((name) => /(webstreams.readablestream|NativeModule fs.promises)$/.test(name));
         console.log(JSON.stringify({ message, loaded }));`,
      ],
      { env: { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' } },
    );
    expect(JSON.parse(String(report))).toEqual({ message: 'refused', loaded: [] });
  });

  test('has no client of HTTP/2, also for a service whose default it is', async () => {
    write(
      'functions/api/chat/ask.ts',
      `import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
       export const handler = (requestHandler) => new BedrockRuntimeClient({ region: 'af-south-1', requestHandler });`,
    );
    await bundle();
    expect(readFileSync(output('ask'), 'utf8')).not.toContain('node:http2');
    const { handler } = await import(output('ask'));
    const given = { handle: async () => ({}) };
    expect(handler(given).config.requestHandler).toBe(given);
    expect(() => handler()).toThrow('The HTTP/2 client is left out of bundles');
  });

  test('leaves out the constants of a module that its function does not use', async () => {
    write(
      'functions/api/kyb/contract-parts.ts',
      `import * as v from 'valibot';
       const shared = { id: v.string() };
       export const used = v.object({ ...shared, usedField: v.string() });
       export const unused = v.object({ ...shared, unusedField: v.string() });`,
    );
    write(
      'functions/api/kyb/get-widget.ts',
      `import { used } from './contract-parts.ts'; export const handler = () => used;`,
    );
    await bundle();
    const code = readFileSync(output('get-widget'), 'utf8');
    expect(code).toContain('usedField');
    expect(code).not.toContain('unusedField');
  });

  test("keeps a module's side effects along with its constants", async () => {
    write('shared/seen.ts', `export const seen: string[] = []; seen.push('pushed');`);
    write(
      'functions/api/kyb/get-widget.ts',
      `import { seen } from '../../../shared/seen.ts'; export const handler = () => seen;`,
    );
    await bundle();
    const { handler } = await import(output('get-widget'));
    expect(handler()).toEqual(['pushed']);
  });

  test('has lazy imports in separate files, and nothing of a previous build', async () => {
    const late = (text: string): void => write('shared/late.ts', `export const text = '${text}';`);
    late('imported late');
    write(
      'functions/api/kyb/get-widget.ts',
      `export const handler = async () => (await import("../../../shared/late.ts")).text;`,
    );
    await bundle();
    const { handler } = await import(output('get-widget'));
    expect(readFileSync(output('get-widget'), 'utf8')).not.toContain('imported late');
    expect(await handler()).toBe('imported late');
    const before = globSync('*', { cwd: dirname(output('get-widget')) });
    late('changed');
    await bundle();
    expect(globSync('*', { cwd: dirname(output('get-widget')) })).toHaveLength(before.length);
  });

  test('finds every common password that is long enough to be chosen, and only those', async () => {
    write(
      'functions/api/accounts/sign-up.ts',
      `import { dictionary } from '@zxcvbn-ts/language-common';
       export const handler = (password) => dictionary['passwords-common'].includes(password);`,
    );
    await bundle();
    const { handler } = await import(output('sign-up'));
    const long = dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH);
    expect(long.length).toBeGreaterThan(10_000);
    expect(long.filter((password) => !handler(password))).toEqual([]);
    const [first = '', second = ''] = long;
    const others = [`${first}\n${second}`, `\n${first}`, first.slice(1), `${first}${second}`, ''];
    expect(others.filter((password) => handler(password))).toEqual([]);
  });

  test('is refused if a package in it may not be shipped', async () => {
    const folder = 'functions/node_modules/viral';
    write(`${folder}/package.json`, '{"name":"viral","version":"1.0.0","license":"GPL-3.0-only","main":"index.js"}');
    write(`${folder}/index.js`, `export const viral = 'viral';`);
    write('functions/api/kyb/get-widget.ts', `import { viral } from 'viral'; export const handler = () => viral;`);
    await expect(bundle()).rejects.toThrow('viral 1.0.0 would be shipped under the licence GPL-3.0-only');
  });

  test('has the same bytes for the same sources', async () => {
    write('functions/api/kyb/get-widget.ts', WITH_TABLE);
    await bundle();
    const first = readFileSync(output('get-widget'));
    write('functions/api/kyb/another.ts', 'export const handler = () => 1;');
    rmSync(join(project, 'dist'), { recursive: true });
    await bundle();
    expect(readFileSync(output('get-widget')).equals(first)).toBe(true);
  });

  test('has the same files in another folder, so that what one stage ran can be proven for the next', async () => {
    const filesOf = async (): Promise<readonly (readonly [string, string])[]> => {
      write('shared/late.ts', `export const text = 'imported late';`);
      write('functions/api/kyb/get-widget.ts', WITH_TABLE);
      write('functions/api/kyb/other.ts', `export const handler = () => import("../../../shared/late.ts");`);
      await bundle();
      const dist = join(project, 'dist');
      const names = globSync('{get-widget,other}/*', { cwd: dist }).sort();
      return names.map((file) => [file, readFileSync(join(dist, file), 'utf8')] as const);
    };
    const first = await filesOf();
    project = temporaryFolder('bundle-elsewhere');
    symlinkSync(join(PROJECT_FOLDER, 'node_modules'), join(project, 'node_modules'));
    expect(await filesOf()).toEqual(first);
    expect(first.map(([file]) => file)).toEqual(
      expect.arrayContaining(['get-widget/licences.json', 'other/index.mjs']),
    );
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

  test('is ASCII: texts are escaped, and a regular expression that is not is refused with what to write', async () => {
    write('functions/events/sweep.ts', "export const handler = () => 'it’s'.replace(/[\\u2019]/g, '’');");
    await bundle();
    expect(readFileSync(output('sweep'), 'utf8')).toMatch(/^[\0-\x7f]*$/);
    write('functions/events/sweep.ts', "export const handler = () => 'it’s'.replace(/[’]/g, '');");
    await expect(bundle()).rejects.toThrow(/^sweep would be bundled with "’" in a .+ Write it as \\u2019,/);
  });

  test('a file that does not compile is refused with its place', async () => {
    write('functions/events/sweep.ts', 'export const handler = () => {\n  return ];\n};');
    await expect(bundle()).rejects.toThrow(/functions\/events\/sweep\.ts:2: Unexpected/);
  });
});

describe('bundling again', () => {
  /** The content of a bundle that was not rebuilt. */
  const MARK = '// as it was';
  const isLeft = (name: string): boolean => readFileSync(output(name), 'utf8') === MARK;
  const bundleAndMark = async (): Promise<void> => {
    await bundle();
    for (const name of ['one', 'other']) writeFileSync(output(name), MARK);
  };

  beforeEach(() => {
    write('shared/limit.ts', 'export const LIMIT = 5;');
    write(
      'functions/api/kyb/one.ts',
      "import { LIMIT } from '../../../shared/limit.ts'; export const handler = () => LIMIT;",
    );
    write('functions/api/kyb/other.ts', 'export const handler = () => 1;');
  });

  test('skips unchanged bundles, and reports them with their bytes', async () => {
    await bundleAndMark();
    expect(await bundle()).toEqual([
      { name: 'one', bytes: MARK.length },
      { name: 'other', bytes: MARK.length },
    ]);
  });

  test('rebuilds what imports an edited file, although its bundle contains only a value of that file', async () => {
    await bundleAndMark();
    write('shared/limit.ts', 'export const LIMIT = 6;');
    await bundle();
    expect(readFileSync(output('one'), 'utf8')).toContain('6');
    expect(isLeft('other')).toBe(true);
  });

  test.each(['package-lock.json', 'scripts/bundle/plugins.ts'])(
    'rebuilds everything after a change of %s',
    async (file) => {
      await bundleAndMark();
      write(file, '{}');
      await bundle();
      expect([isLeft('one'), isLeft('other')]).toEqual([false, false]);
    },
  );

  test('rebuilds what is missing in the folder, and removes what has no source', async () => {
    await bundleAndMark();
    rmSync(output('one'));
    rmSync(join(project, 'functions/api/kyb/other.ts'));
    await bundle();
    expect(readFileSync(output('one'), 'utf8')).toContain('5');
    expect(existsSync(output('other'))).toBe(false);
  });
});
