import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { ALLOWED_LICENCES, type BundledPackage, notAllowed } from '#scripts/bundle/licences';
import { SBOM_SPEC, sbomOf } from '#scripts/bundle/sbom';
import { temporaryFolder } from '#tests/support/temporary-folder';

const packageWith = (licence: string | undefined): BundledPackage => ({ name: 'thing', version: '1.0.0', licence });

describe('a licence', () => {
  test.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])(
    '%s allows its package to be shipped',
    (licence) => {
      expect(notAllowed([packageWith(licence)])).toEqual([]);
    },
  );

  test.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-2.0-only',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    undefined,
  ])('%s does not', (licence) => {
    expect(notAllowed([packageWith(licence)])).toHaveLength(1);
  });
});

/** One function of the API and one of the event path. The build itself checks the packages of every function. */
const SAMPLE = listFunctions().filter(({ name }) => ['create-widget', 'send-mails'].includes(name));

describe('the deployed functions', () => {
  let folder: string;
  const licencesOf = (name: string): BundledPackage[] =>
    JSON.parse(readFileSync(join(folder, name, 'licences.json'), 'utf8'));

  beforeAll(async () => {
    folder = temporaryFolder('licences');
    await bundleFunctions(SAMPLE, folder);
  });

  test('have a list beside each bundle with every package in it and its allowed licence', () => {
    for (const { name } of SAMPLE) {
      for (const { licence } of licencesOf(name)) expect(ALLOWED_LICENCES).toContain(licence);
    }
    const names = licencesOf('create-widget').map((found) => found.name);
    expect(names).toEqual(expect.arrayContaining(['@aws-sdk/client-dynamodb', '@middy/core', 'valibot']));
  });

  test('come with a bill of materials of valid CycloneDX, with the licence and the pinned hash of each package', async () => {
    const packages = SAMPLE.flatMap(({ name }) => licencesOf(name));
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const text = sbomOf(packages, lock, { name: 'kyb-service', version: '1.0.0' });
    expect(await new JsonStrictValidator(SBOM_SPEC.version).validate(text)).toBeNull();
    const { components, metadata, dependencies } = JSON.parse(text);
    const unique = new Set(packages.map(({ name, version }) => `${name}@${version}`));
    expect(components).toHaveLength(unique.size);
    for (const { name, licenses, hashes } of components) {
      expect(licenses, name).toEqual([{ expression: expect.stringMatching(/./) }]);
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    }
    const dynamo = components.find(({ name }: BundledPackage) => name === '@aws-sdk/client-dynamodb');
    expect(dynamo.purl).toMatch(/^pkg:npm\/%40aws-sdk\/client-dynamodb@3\./);
    const whole = dependencies.find(({ ref }: { ref: string }) => ref === metadata.component['bom-ref']);
    expect(whole.dependsOn).toHaveLength(unique.size);
    expect(sbomOf([...packages].reverse(), lock, { name: 'kyb-service', version: '1.0.0' })).toBe(text);
  });

  test('come with the licence text of each package', () => {
    const texts = readFileSync(join(folder, 'THIRD_PARTY_LICENCES.txt'), 'utf8');
    const packages = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'source-maps')
      .flatMap(({ name }) => licencesOf(name));
    for (const { name, version, licence } of packages) expect(texts).toContain(`${name} ${version} (${licence})\n`);
    expect(texts).toContain('Permission is hereby granted');
    expect(texts).toContain('Apache License');
  });
});
