import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** Microseconds of one request in a warm container: processor time and wall time. */
export interface WarmRequest {
  readonly processorUs: number;
  readonly clockUs: number;
}

const RUNNER = join(PROJECT_FOLDER, 'tests/bench/entries/warm-requests.mjs');

/**
 * Has a separate process handle events with a bundle, alternating between variants.
 *
 * @throws Error when a result is not a success.
 */
export const warmRequests = async (
  bundle: string,
  events: readonly unknown[],
  { warmUp, measured }: { readonly warmUp: number; readonly measured: number },
  environment: Readonly<Record<string, string>>,
): Promise<WarmRequest> => {
  const folder = mkdtempSync(join(tmpdir(), 'warm-requests-'));
  try {
    const eventsFile = join(folder, 'events.json');
    writeFileSync(eventsFile, JSON.stringify(events));
    const child = spawn(
      process.execPath,
      [RUNNER, pathToFileURL(bundle).href, eventsFile, String(warmUp), String(measured)],
      { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
    );
    let output = '';
    for await (const chunk of child.stdio[3] as Readable) output += chunk;
    if (output === '') throw new Error(`${bundle} answered with a failure`);
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
