import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '#client/src/api-operations';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { API_VERSION } from '#shared/http/api-version';

test('the API, its client and the changelog have the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8'));
  expect([API_VERSION, VERSION]).toStrictEqual([version, version]);
  const changelog = readFileSync(join(PROJECT_FOLDER, 'CHANGELOG.md'), 'utf8');
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(version);
});
