import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forbiddenImport, importedFile } from '#scripts/imports/rules';

describe('imports point one way', () => {
  test.each([
    ['functions/api/kyb/create-widget.ts', 'shared/onboarding/repository.ts'],
    ['functions/api/kyb/create-widget.ts', 'functions/api/kyb/contracts.ts'],
    ['shared/onboarding/rules.ts', 'shared/http/errors.ts'],
    ['shared/onboarding/rules.ts', 'shared/onboarding/checks/score.ts'],
    ['shared/onboarding/repository.ts', 'shared/wallet/ledger.ts'],
    ['shared/onboarding/repository.ts', 'shared/companies/repository.ts'],
    ['shared/http/serve.ts', 'shared/db/client.ts'],
    ['shared/events/outbox.ts', 'shared/db/keys.ts'],
    ['infra/stacks/data.ts', 'shared/db/table.ts'],
    ['infra/stacks/api.ts', 'functions/api/contracts.ts'],
    ['infra/app.ts', 'infra/stages.ts'],
    ['scripts/invoke.ts', 'shared/events/catalogue.ts'],
    ['scripts/demo.ts', 'tests/support/webhook-receiver.ts'],
    ['tests/unit/wallet/debit.test.ts', 'shared/wallet/rules.ts'],
  ])('%s may import %s', (importer, imported) => {
    expect(forbiddenImport(importer, imported)).toBeUndefined();
  });

  test.each([
    ['shared/platform/ids.ts', 'shared/db/keys.ts', 'below'],
    ['shared/db/operations.ts', 'shared/wallet/schema.ts', 'below'],
    ['shared/http/serve.ts', 'shared/auth/repository.ts', 'below'],
    ['shared/events/outbox.ts', 'shared/sources/ports.ts', 'side by side'],
    ['shared/onboarding/repository.ts', 'shared/wallet/ledger-entry.ts', 'through events or ledger.ts'],
    ['shared/onboarding/repository.ts', 'shared/companies/rules.ts', 'through events or repository.ts'],
    ['shared/wallet/rules.ts', 'functions/api/contracts.ts', 'below'],
    ['shared/wallet/rules.ts', 'infra/stages.ts', 'never imports infra'],
    ['functions/api/kyb/create-widget.ts', 'tests/support/stack.ts', 'never imports tests'],
    ['functions/api/kyb/create-widget.ts', 'functions/api/kyb/get-widget.ts', 'no other function'],
    ['infra/stacks/api.ts', 'shared/wallet/rules.ts', 'infra may import'],
    ['infra/stacks/api.ts', 'scripts/build.ts', 'infra may import'],
    ['scripts/start.ts', 'tests/unit/wallet/wallets.ts', 'scripts may import'],
  ])('%s must not import %s', (importer, imported, reason) => {
    expect(forbiddenImport(importer, imported)).toContain(reason);
  });

  test('a relative import stays in its folder', () => {
    expect(importedFile('shared/db/keys.ts', './table.ts')).toBe('shared/db/table.ts');
    expect(() => importedFile('shared/db/keys.ts', '../http/errors.ts')).toThrow(RangeError);
    expect(() => importedFile('shared/db/keys.ts', './../http/errors.ts')).toThrow(RangeError);
  });

  test('packages and builtins are no files of the project', () => {
    expect(importedFile('shared/db/client.ts', '@aws-sdk/client-dynamodb')).toBeUndefined();
    expect(importedFile('shared/db/client.ts', 'node:crypto')).toBeUndefined();
  });
});

describe('the gate', () => {
  const runOn = (files: Record<string, string>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'imports-'));
    try {
      for (const [file, source] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), source);
      }
      return execFileSync(process.execPath, ['scripts/check-imports.ts', folder], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      return String((error as { stderr: string }).stderr);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test.each([
    ["import { serve } from '#shared/http/serve';", 1],
    ["\nimport type { Contract } from '#shared/http/contract';", 2],
    ["export { serve } from '#shared/http/serve';", 1],
    ["export const load = () => import('#shared/http/serve');", 1],
    ["import '../http/serve.ts';", 1],
  ])('names file and line of %j', (source, line) => {
    expect(runOn({ 'shared/db/client.ts': source })).toMatch(new RegExp(`^shared/db/client.ts:${line}: imports `));
  });

  test('is silent about sources that keep the rules', () => {
    expect(runOn({ 'shared/db/client.ts': "import { env } from '#shared/platform/env';" })).toBe('');
  });
});
