import { existsSync, globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusedImports, specifiersIn, whyRefused } from '#scripts/imports/refused';
import { PLACES, ROOMS } from '#scripts/imports/table';

/* scripts/imports/table.ts says which folder may import which. Here it is tried, one import at a time. */

const ALLOWED: readonly (readonly [importer: string, specifier: string])[] = [
  ['functions/api/kyb/create-widget.ts', '#shared/onboarding/widgets/repository'],
  ['functions/api/kyb/create-widget.ts', './create-widget.contract.ts'],
  ['functions/api/contracts.ts', './kyb/create-widget.contract.ts'],
  ['shared/platform/ids.ts', 'node:crypto'],
  ['shared/http/serve.ts', '#shared/db/client'],
  ['shared/events/outbox.ts', '#shared/db/key-parts'],
  ['shared/auth/sessions/session.ts', '#shared/http/caller/keys'],
  ['shared/http/contract.ts', '#shared/key-families'],
  ['shared/wallet/wallet.ts', './keys.ts'],
  ['shared/webhooks/deliveries/conclusions/deactivation-notice.ts', '#shared/auth/accounts/account'],
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
  ['shared/http/serve.ts', '#shared/auth/sessions/session'],
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
  ['shared/db/key-parts.ts', '../errors/api-error.ts'],
  ['shared/db/operations.ts', '#shared/key-families'],
  ['shared/onboarding/applicants/applicant-creation.ts', '#shared/onboarding/widgets/keys'],
  ['shared/onboarding/applicants/applicant-creation.ts', '#shared/wallet/keys'],
  ['shared/webhooks/deliveries/deliver.ts', '#shared/webhooks/registrations/keys'],
  ['shared/webhooks/deliveries/plan.ts', '#shared/auth/accounts/sign-in'],
  ['shared/auth/accounts/account.ts', '#shared/events/keys'],
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

describe('imports point in one direction', () => {
  test.each(ALLOWED)('%s may import %s', (file, specifier) => {
    expect(whyRefused(file, specifier)).toBeUndefined();
  });

  test.each(FORBIDDEN)('%s must not import %s', (file, specifier) => {
    expect(whyRefused(file, specifier)).toBeDefined();
  });

  test('a refusal names the file, the import and the row that would have to allow it', () => {
    expect(refusedImports('shared/platform/ids.ts', "import type { Db } from '#shared/db/client';\n")).toEqual([
      {
        file: 'shared/platform/ids.ts',
        specifier: '#shared/db/client',
        reason: 'shared/platform may not import it: see scripts/imports/table.ts',
      },
    ]);
  });

  test('imports are found in every form: of values, types and effects, re-exported, lazy, or on several lines', () => {
    const source = `import { a } from './a.ts';
import type { B } from './b.ts';
import {
  c,
} from './c.ts';
import './d.ts';
export { e } from './e.ts';
export * from './f.ts';
const g = await import('./g.ts');
type H = import('./h.ts').H;
const text = 'taken from';
`;
    expect(specifiersIn(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `./${name}.ts`));
  });
});

describe('the table', () => {
  const rooms = Object.entries(ROOMS);

  test('has a row for every folder of shared/', () => {
    const folders = globSync('shared/**/*.ts').map((file) => file.replaceAll('\\', '/'));
    const unlisted = folders.filter((file) =>
      rooms.every(([room]) => !file.startsWith(`shared/${room}/`) && file !== `shared/${room}.ts`),
    );
    expect(unlisted).toEqual([]);
  });

  test('names only existing folders and files', () => {
    const entries = [
      ...rooms.flatMap(([room, list]) => [room, ...list.split(' ')].map((entry) => (entry ? `shared/${entry}` : ''))),
      ...Object.entries(PLACES).flatMap(([, list]) => list.split(' ')),
    ].filter((entry) => entry !== '');
    const isThere = (entry: string) =>
      entry.includes('*') ? globSync(`${entry}.ts`).length > 0 : existsSync(entry) || existsSync(`${entry}.ts`);
    expect(entries.filter((entry) => !isThere(entry))).toEqual([]);
  });
});
