import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const FORWARDED = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a tool of node_modules, or the project's Node, on this terminal. A signal to end this process is passed to the
 * tool.
 *
 * @param name such as `vitest`; `node` is this very one.
 * @returns its exit status, 128 and the signal's number when a signal ended it.
 */
export const runTool = async (name: string, args: readonly string[]): Promise<number> => {
  const program = name === 'node' ? process.execPath : join(PROJECT_FOLDER, 'node_modules', '.bin', name);
  const child = spawn(program, args, { cwd: PROJECT_FOLDER, stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the tool as well.
  process.on('SIGINT', () => undefined);
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
};
