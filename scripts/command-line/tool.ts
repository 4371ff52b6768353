import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const FORWARDED = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a tool of node_modules, or the project's Node, on this terminal. A signal to end this process is passed on to
 * the tool.
 *
 * @param name such as `vitest`; `node` is the one that runs this.
 * @returns its exit status, or 128 plus the signal's number if a signal ended it.
 */
export const runTool = async (name: string, args: readonly string[]): Promise<number> => {
  const program = name === 'node' ? process.execPath : join(PROJECT_FOLDER, 'node_modules', '.bin', name);
  const child = spawn(program, args, { cwd: PROJECT_FOLDER, stdio: 'inherit' });
  // A terminal's Ctrl-C also reaches the tool.
  process.on('SIGINT', () => undefined);
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
};
