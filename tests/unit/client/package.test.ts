import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledClient } from '#scripts/client/build';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { type ClientProject, compileProject, installClient } from '#tests/support/installed-client';

/** The bytes that a customer's page carries, minified and compressed; docs/integrate/client.md states them. */
const MAX_BYTES = 8_000;

const folder = join(STATE_FOLDER, `client-package-${process.pid}`);
let client: ClientProject;

beforeAll(async () => {
  client = await installClient(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles a file of a project that has installed the package. @returns what the compiler says. */
const compiled = (source: string, options: Readonly<Record<string, unknown>>): string => {
  writeFileSync(join(client.folder, 'use.ts'), source);
  return compileProject(client, ['use.ts'], { types: [], ...options });
};

const USE = `
import { Kyb, KybError, verifyWebhook, type Applicant } from 'kyb-client';
const kyb = new Kyb({ baseUrl: 'https://api.example.com' });
try {
  const { data } = await kyb.applicants.create('wgt_1', { referenceId: 'a' });
  const applicant: Applicant = data.applicant;
  for await (const { id } of kyb.applicants.list({ status: 'approved' })) console.log(id === applicant.id);
  for await (const event of kyb.events.list()) if (event.event === 'dispute.created') event.data.disputeId.length;
} catch (error) {
  if (!(error instanceof KybError)) throw error;
  if (error.code === 'INSUFFICIENT_BALANCE') error.details?.requiredKobo.toFixed();
  if (error.code === 'VALIDATION_FAILED') error.details?.map(({ path }) => path.length);
}
const event = await verifyWebhook('', '', 'whsec_');
if (event.event === 'kyb.applicant.decision') event.data.riskScore satisfies number | null;
`;

const MISUSE = `
import { Kyb } from 'kyb-client';
const kyb = new Kyb({ baseUrl: 'https://api.example.com' });
await kyb.applicants.create();
await kyb.applicants.create('wgt_1', { referenceID: 'a' });
await kyb.applicants.list({ status: 'aproved' });
await kyb.notes.delete('app_1');
`;

describe('the package', () => {
  test('is one module without dependencies, with its types, README and licence', () => {
    const manifest = JSON.parse(readFileSync(join(client.installed, 'package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'kyb-client', version, type: 'module' });
    expect(manifest.dependencies).toBeUndefined();
    expect(readdirSync(client.installed).sort()).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'package.json', 'types']),
    );
    expect(readFileSync(join(client.installed, 'index.js'), 'utf8')).not.toMatch(
      /\bimport\b[^;]*['"]|require\(|\bprocess\b/,
    );
  });

  test('is published without a fault that publint knows', async () => {
    const { messages, pkg } = await publint({ pkgDir: client.installed, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('has types that are right for every resolver of modules, as Are the types wrong? sees it', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(client.archive)));
    // It is an ES module only: CommonJS loads it with import(), and by require() from Node 22.12 on.
    if (!analysis.types) throw new Error('The package has no types');
    expect(analysis.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
  });

  test('is at most 8 kB, minified and compressed', async () => {
    expect(gzipSync(await bundledClient(true), { level: 9 }).length).toBeLessThan(MAX_BYTES);
  });
});

describe('its types', () => {
  test.each([
    [
      'a bundler for browsers',
      { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
    ],
    ['Node, as strict as can be', { module: 'nodenext', lib: ['es2022', 'dom'], exactOptionalPropertyTypes: true }],
  ])('stand alone for %s', (_, options) => {
    expect(compiled(USE, options)).toBe('');
  });

  test('refuse what the API would refuse', () => {
    const output = compiled(MISUSE, { module: 'nodenext', lib: ['es2022', 'dom'] });
    expect(output.match(/^use\.ts\(\d+/gm)).toEqual(['use.ts(4', 'use.ts(5', 'use.ts(6', 'use.ts(7']);
  });

  test('carry the descriptions of operations, arguments and fields', () => {
    const types = (name: string) => readFileSync(join(client.installed, `types/${name}.d.ts`), 'utf8');
    expect(types('api-methods')).toMatch(
      /@param widgetId The id of the widget \(`wgt_`\)\.[^/]*\*\/\n +create\(widgetId/,
    );
    expect(types('api-types')).toMatch(/\/\*\* Your own id for the applicant\. \*\/\n +referenceId\?: string;/);
  });
});
