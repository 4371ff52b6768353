import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/* Which folder may import which stands in biome.json; here it is tried with files that hold one import each. */

const ALLOWED: readonly (readonly [importer: string, specifier: string])[] = [
  ['functions/api/kyb/create-widget.ts', '#shared/onboarding/widgets/repository'],
  ['functions/api/kyb/create-widget.ts', './create-widget.contract.ts'],
  ['functions/api/contracts.ts', './kyb/create-widget.contract.ts'],
  ['shared/platform/ids.ts', 'node:crypto'],
  ['shared/http/serve.ts', '#shared/db/client'],
  ['shared/events/outbox.ts', '#shared/db/key-parts'],
  ['shared/auth/session.ts', '#shared/http/caller/keys'],
  ['shared/http/contract.ts', '#shared/key-families'],
  ['shared/wallet/wallet.ts', './keys.ts'],
  ['shared/webhooks/deliveries/deactivation-notice.ts', '#shared/auth/account'],
  ['shared/direct-checks/upload-endpoint.ts', '#shared/files/kept-file'],
  ['infra/access.ts', '#shared/key-families'],
  ['shared/onboarding/applicants/applicant-creation.ts', '#shared/wallet/ledger'],
  ['shared/onboarding/embed/guards.ts', '#shared/onboarding/widgets/widget'],
  ['shared/webhooks/deliveries/plan.ts', '#shared/webhooks/registrations/registration'],
  ['infra/stacks/api.ts', '#functions/api/contracts'],
  ['infra/stacks/data.ts', '#shared/db/table'],
  ['scripts/demo.ts', '#tests/support/webhook-receiver'],
  ['tests/unit/wallet/debit.test.ts', '#shared/wallet/ledger'],
];

const FORBIDDEN: readonly (readonly [importer: string, specifier: string])[] = [
  ['shared/platform/ids.ts', '#shared/db/key-parts'],
  ['shared/db/operations.ts', '#shared/wallet/wallet'],
  ['shared/http/serve.ts', '#shared/auth/session'],
  ['shared/events/outbox.ts', '#shared/sources/ports'],
  ['shared/wallet/ledger.ts', '#functions/api/contracts'],
  ['shared/wallet/ledger.ts', '#infra/stages'],
  ['shared/files/kept-file.ts', '#shared/onboarding/sessions/embed-session'],
  ['shared/verification/checks/business.ts', '#shared/onboarding/applicants/applicant'],
  ['shared/onboarding/widgets/widget.ts', '#shared/onboarding/applicants/applicant'],
  ['shared/onboarding/applicants/applicant.ts', '#shared/onboarding/embed/guards'],
  ['shared/onboarding/applicants/applicant-creation.ts', '#shared/wallet/ledger-entry'],
  ['shared/onboarding/embed/guards.ts', '#shared/onboarding/assessment/run'],
  ['shared/webhooks/registrations/registration.ts', '#shared/webhooks/deliveries/plan'],
  ['shared/webhooks/endpoints/endpoint-rules.ts', '#shared/webhooks/registrations/registration'],
  ['shared/db/key-parts.ts', '../http/errors.ts'],
  ['shared/db/operations.ts', '#shared/key-families'],
  ['shared/onboarding/applicants/applicant-creation.ts', '#shared/onboarding/widgets/keys'],
  ['shared/onboarding/applicants/applicant-creation.ts', '#shared/wallet/keys'],
  ['shared/webhooks/deliveries/deliver.ts', '#shared/webhooks/registrations/keys'],
  ['shared/webhooks/deliveries/plan.ts', '#shared/auth/sign-in'],
  ['shared/auth/account.ts', '#shared/events/keys'],
  ['functions/api/wallet/read-wallet.ts', '#shared/wallet/keys'],
  ['scripts/ops/commands.ts', '#shared/webhooks/registrations/keys'],
  ['infra/stacks/data.ts', '#shared/wallet/keys'],
  ['functions/api/kyb/create-widget.ts', '#tests/support/stack'],
  ['functions/api/kyb/create-widget.ts', '#functions/api/kyb/read-widget'],
  ['functions/api/kyb/create-widget.ts', './examples.ts'],
  ['infra/stacks/api.ts', '#shared/wallet/ledger'],
  ['infra/stacks/api.ts', '#scripts/start'],
  ['scripts/start.ts', '#tests/unit/wallet/wallets'],
];

const reportSchema = v.object({
  diagnostics: v.array(v.object({ category: v.string(), location: v.object({ path: v.unknown() }) })),
});

let folder = '';
let report = '';

/** One file for each case, named by its place in the list: two cases may have one importer. */
const fileOf = (importer: string, index: number): string => importer.replace(/([^/]+)$/, `case-${index}-$1`);
const CASES = [...ALLOWED, ...FORBIDDEN];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'imports-'));
  const { vcs: _, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, $schema: undefined }));
  for (const [index, [importer, specifier]] of CASES.entries()) {
    const file = join(folder, fileOf(importer, index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { one } from '${specifier}';\n\nexport const two = one;\n`);
  }
  const biome = join(process.cwd(), 'node_modules/.bin/biome');
  try {
    report = execFileSync(biome, ['lint', '--reporter=json', '--max-diagnostics=500'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    report = String((error as { stdout: string }).stdout);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Whether the import of a case was refused. */
const isRefused = (index: number): boolean =>
  v
    .parse(reportSchema, JSON.parse(report))
    .diagnostics.some(
      ({ category, location }) =>
        category === 'lint/style/noRestrictedImports' && JSON.stringify(location.path).includes(`case-${index}-`),
    );

describe('imports point one way', () => {
  test.each(ALLOWED.map(([importer, specifier], index) => [importer, specifier, index] as const))(
    '%s may import %s',
    (_importer, _specifier, index) => {
      expect(isRefused(index)).toBe(false);
    },
  );

  test.each(FORBIDDEN.map(([importer, specifier], index) => [importer, specifier, ALLOWED.length + index] as const))(
    '%s must not import %s',
    (_importer, _specifier, index) => {
      expect(isRefused(index)).toBe(true);
    },
  );
});
