import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';

/** How a program runs. */
export interface ProgramOptions {
  /** What the program does, for the message of its failure: "cdk deploy". */
  name: string;
  /** Receives all output of the program, appended. */
  logFile: string;
  /** The whole environment of the program. */
  environment: NodeJS.ProcessEnv;
  /** Called with each line that the program prints. */
  onLine?: ((line: string) => void) | undefined;
  /** Ends the program early. */
  signal?: AbortSignal | undefined;
}

const STATES_THE_REASON = /❌|«\w+»|^\w*Error\b.*:/;
const SAYS_NOTHING = /^\s*$|^\s+at |Subprocess exited|^Node\.js v/;

/** The most informative line of a failed program's output. */
const reason = (lines: string[]): string => {
  const informative = lines.filter((line) => !SAYS_NOTHING.test(line));
  return (informative.find((line) => STATES_THE_REASON.test(line)) ?? informative.at(-1) ?? '')
    .replaceAll('❌', '')
    .trim();
};

/**
 * Runs a Node program from the project's folder, and keeps its output in a file.
 *
 * @param args the program's file and its arguments.
 * @throws UserError with the program's own reason and the place of its log, when it fails.
 */
export const runProgram = async (args: readonly string[], options: ProgramOptions): Promise<void> => {
  const { name, logFile, environment, onLine, signal } = options;
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_FOLDER,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
  }
  const [code] = await once(child, 'close').finally(() => log.end());
  if (code !== 0) throw new UserError(`${name} failed: ${reason(lines)}\nFull log: ${logFile}`);
};
