import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LOCAL_AWS_ENVIRONMENT } from './environment.ts';
import { PROJECT_FOLDER } from './folders.ts';
import { UserError } from './user-error.ts';

/** Where and how a CDK command runs. */
export interface CdkOptions {
  /** Base address of the local cloud. */
  endpoint: string;
  /** Receives all that the command prints. */
  logFile: string;
  /** Called with each line that the command prints. */
  onLine?: (line: string) => void;
  /** Ends the command early. */
  signal?: AbortSignal | undefined;
}

/** The caller's own AWS settings stay out: nothing that is deployed here may end in a real account. */
const cdkEnvironment = (endpoint: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))),
  ...LOCAL_AWS_ENVIRONMENT,
  AWS_ENDPOINT_URL: endpoint,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  NO_COLOR: '1',
});

/** The line of a failed command's output that says most. */
const reason = (lines: string[]): string =>
  (lines.findLast((line) => /❌|UserError|^error\b/i.test(line)) ?? lines.findLast((line) => line.trim() !== '') ?? '')
    .replaceAll('❌', '')
    .trim();

/**
 * Runs a command of the CDK against a local cloud.
 *
 * @throws UserError with the command's own reason and where its log is, when it fails.
 */
export const runCdk = async (args: string[], { endpoint, logFile, onLine, signal }: CdkOptions): Promise<void> => {
  const child = spawn(process.execPath, [join(PROJECT_FOLDER, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...args], {
    cwd: PROJECT_FOLDER,
    env: cdkEnvironment(endpoint),
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
  const [code] = await once(child, 'close');
  log.end();
  if (code !== 0) throw new UserError(`cdk ${args[0]} failed: ${reason(lines)}\nThe whole log: ${logFile}`);
};
