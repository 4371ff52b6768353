import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { LOCAL_AWS_ENVIRONMENT } from './environment.ts';
import { PROJECT_FOLDER, STATE_FOLDER } from './folders.ts';
import { UserError } from './user-error.ts';

/** Where and how a command runs. */
export interface CommandOptions {
  /** What the command does, for the message of its failure: "cdk deploy". */
  name: string;
  /** Base address of the local cloud. */
  endpoint: string;
  /** Receives all output of the command, appended. */
  logFile: string;
  environment?: Record<string, string>;
  /** Called with each line that the command prints. */
  onLine?: (line: string) => void;
  /** Ends the command early. */
  signal?: AbortSignal | undefined;
}

/** The caller's own AWS settings are excluded: nothing that is deployed here may end up in a real account. */
const commandEnvironment = ({ endpoint, environment }: CommandOptions): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name))),
  ...LOCAL_AWS_ENVIRONMENT,
  AWS_ENDPOINT_URL: endpoint,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  NO_COLOR: '1',
  NODE_COMPILE_CACHE: `${STATE_FOLDER}/compile-cache`,
  ...environment,
});

const STATES_THE_REASON = /❌|«\w+»|^\w*Error\b.*:/;
const SAYS_NOTHING = /^\s*$|^\s+at |Subprocess exited|^Node\.js v/;

/** The most informative line of a failed command's output. */
const reason = (lines: string[]): string => {
  const informative = lines.filter((line) => !SAYS_NOTHING.test(line));
  return (informative.find((line) => STATES_THE_REASON.test(line)) ?? informative.at(-1) ?? '')
    .replaceAll('❌', '')
    .trim();
};

/**
 * Runs a Node program of the deployment from the project's folder, with a local cloud as its AWS.
 *
 * @throws UserError with the program's own reason and the place of its log, when it fails.
 */
export const runCommand = async (args: string[], options: CommandOptions): Promise<void> => {
  const { name, logFile, onLine, signal } = options;
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_FOLDER,
    env: commandEnvironment(options),
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
