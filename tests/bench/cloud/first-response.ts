import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** Milliseconds since a process started: booted, code imported, first response. */
export interface FirstResponse {
  readonly bootedMs: number;
  readonly importedMs: number;
  readonly respondedMs: number;
}

const RUNNER = join(PROJECT_FOLDER, 'tests/bench/entries/first-response.mjs');

const outputOf = async (args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> => {
  // Asynchronous, because the gateway that the process calls runs in this one.
  const child = spawn(process.execPath, [RUNNER, ...args], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  return output;
};

/**
 * Starts a process with a bundle and passes it one event. Without an event it only imports.
 *
 * @throws Error when the result is not a success, because a failure would be the fastest of all.
 */
export const firstResponse = async (
  bundle: string,
  event: unknown,
  environment: Readonly<Record<string, string>>,
): Promise<FirstResponse> => {
  const folder = mkdtempSync(join(tmpdir(), 'first-response-'));
  try {
    const eventFile = join(folder, 'event.json');
    if (event !== undefined) writeFileSync(eventFile, JSON.stringify(event));
    const args = [pathToFileURL(bundle).href, ...(event === undefined ? [] : [eventFile])];
    const output = await outputOf(args, environment);
    const { statusCode = 200, ...measured } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    if (statusCode >= 300) throw new Error(`${bundle} answered ${statusCode}`);
    return measured;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
