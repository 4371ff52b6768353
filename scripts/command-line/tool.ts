import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const FORWARDED = ['SIGTERM', 'SIGHUP'] as const;

/** Starts a tool, whose end with a signal is ours. A terminal's Ctrl-C reaches it by itself. */
const startTool = (name: string, args: readonly string[], stdio: StdioOptions): ChildProcess => {
  const program = name === 'node' ? process.execPath : join(PROJECT_FOLDER, 'node_modules', '.bin', name);
  const child = spawn(program, args, { cwd: PROJECT_FOLDER, stdio });
  process.on('SIGINT', () => undefined);
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  return child;
};

const statusOf = async (child: ChildProcess): Promise<number> => {
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
};

/**
 * Runs a tool of node_modules, or the project's Node, on this terminal. A signal to end this process is passed on to
 * the tool.
 *
 * @param name such as `vitest`; `node` is the one that runs this.
 * @returns its exit status, or 128 plus the signal's number if a signal ended it.
 */
export const runTool = (name: string, args: readonly string[]): Promise<number> =>
  statusOf(startTool(name, args, 'inherit'));

/** Runs a tool as {@link runTool} does, beside others: what it prints is returned as a whole. */
export const captureTool = async (
  name: string,
  args: readonly string[],
): Promise<{ readonly status: number; readonly output: string }> => {
  const child = startTool(name, args, ['ignore', 'pipe', 'pipe']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const status = await statusOf(child);
  return { status, output };
};
