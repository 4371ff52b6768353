import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import type { SeedData } from './seed-data.ts';

/** The extent of a run. */
export interface FuzzOptions {
  /** Requests of each operation in each phase that generates them. */
  readonly examples: number;
  /** Generates requests for this long. When undefined, each phase runs once. */
  readonly seconds?: number | undefined;
  readonly seed: number;
}

/** The result of a run. */
export interface FuzzRun {
  /** Whether it completed without a finding. */
  readonly succeeded: boolean;
  /** The fuzzer's own report, in JSON. */
  readonly reportFile: string;
}

const FOLDER = join(STATE_FOLDER, 'fuzz');
const PROGRAM = join(STATE_FOLDER, 'fuzz-venv', 'bin', 'schemathesis');
const CONFIG = join(PROJECT_FOLDER, 'scripts', 'fuzz', 'schemathesis.toml');

/** A dictionary in libFuzzer's format: one quoted text per line. */
const writeDictionary = (name: string, values: readonly string[]): void =>
  writeFileSync(join(FOLDER, `${name}.dict`), values.map((value) => `${JSON.stringify(value)}\n`).join(''));

/**
 * Runs Schemathesis, as configured in `schemathesis.toml`, against a deployed API and the OpenAPI document that it
 * serves. Its output goes to ours.
 *
 * @param apiUrl without `/v1`.
 * @throws UserError when Schemathesis is not installed or ends without a report.
 */
export const runFuzzer = async (apiUrl: string, seeded: SeedData, options: FuzzOptions): Promise<FuzzRun> => {
  if (!existsSync(PROGRAM)) throw new UserError('The fuzzer is not installed. Run `node scripts/prepare.mjs fuzzer`.');
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, values] of Object.entries(seeded.dictionaries)) writeDictionary(name, values);
  const reportFile = join(FOLDER, 'report.json');
  rmSync(reportFile, { force: true });

  const settings = ['--seed', String(options.seed), '--max-examples', String(options.examples)];
  if (options.seconds !== undefined) settings.push('--max-time', String(options.seconds));
  const args = ['run', `${apiUrl}/v1/openapi.json`, '--url', apiUrl, '--report-json-path', reportFile, ...settings];
  const child = spawn(PROGRAM, ['--config-file', CONFIG, ...args], {
    cwd: FOLDER,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Keeps Python from writing bytecode next to hooks.py.
      PYTHONDONTWRITEBYTECODE: '1',
      FUZZ_ACCESS_TOKEN: seeded.accessToken,
      FUZZ_LEAVING_ACCESS_TOKEN: seeded.leavingAccessToken,
      FUZZ_EMBED_TOKEN: seeded.embedToken,
    },
  });
  const [code] = await once(child, 'close');
  if (!existsSync(reportFile)) throw new UserError('The fuzzer ended without a report. See its output above.');
  return { succeeded: code === 0, reportFile };
};
