import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';

const PYTHON = join(STATE_FOLDER, 'validator-venv', 'bin', 'python');

/**
 * The output of openapi-spec-validator for an API document (the JSON Schemas of the OpenAPI Initiative).
 *
 * @throws UserError when it is not installed.
 */
export const specProblems = (document: string): readonly string[] => {
  if (!existsSync(PYTHON))
    throw new UserError('The validator is not installed. Run `node scripts/prepare.mjs validator`.');
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-m', 'openapi_spec_validator', '--errors', 'all', '-'], {
    input: document,
    encoding: 'utf8',
  });
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
};
