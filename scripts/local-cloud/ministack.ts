import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL_AWS_ENVIRONMENT } from './environment.ts';
import { PROJECT_FOLDER, STATE_FOLDER } from './folders.ts';
import { LOOPBACK, requireFreePort } from './port.ts';
import { UserError } from './user-error.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 50;

/** The options of a local cloud. */
export interface LocalCloudOptions {
  /** TCP port of the loopback address. */
  port: number;
  /** Whether each call is checked against the caller's IAM policies. */
  enforceIam?: boolean;
  /** File that receives the emulator's output, replaced at each start. */
  logFile: string;
}

/** A running local cloud. */
export interface LocalCloud {
  /** Base address for AWS clients. */
  endpoint: string;
  pid: number;
  /** Resolves when the emulator has ended, for any reason. */
  ended: Promise<void>;
  /** Ends the emulator and every function process that it started. Safe to call twice. */
  stop(): Promise<void>;
}

/** Nothing of the caller's environment reaches the emulator, because it would also reach the functions. */
const emulatorEnvironment = (options: LocalCloudOptions, folder: string): NodeJS.ProcessEnv => ({
  ...LOCAL_AWS_ENVIRONMENT,
  PATH: `${join(PROJECT_FOLDER, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
  LANG: 'C.UTF-8',
  TMPDIR: folder,
  HOME: folder,
  BIND_HOST: LOOPBACK,
  GATEWAY_PORT: String(options.port),
  AUTH: options.enforceIam ? 'true' : 'false',
  // Each would listen on a fixed port, which two local clouds cannot share.
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
});

const endOfLog = (logFile: string): string => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n');

const isHealthy = async (endpoint: string): Promise<boolean> => {
  try {
    const response = await fetch(`${endpoint}/_ministack/health`, { signal: AbortSignal.timeout(1_000) });
    return response.ok;
  } catch {
    return false;
  }
};

const untilHealthy = async (endpoint: string, child: ChildProcess, logFile: string): Promise<void> => {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await isHealthy(endpoint))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > giveUpAt)
      throw new UserError(`The local cloud did not start. The last lines of ${logFile}:\n${endOfLog(logFile)}`);
    await sleep(POLL_MS);
  }
};

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended, as intended.
  }
};

/**
 * Starts MiniStack from the project's own Python environment and waits until it responds.
 *
 * It ends with the returned `stop`, or by itself when this process has ended.
 *
 * @throws UserError when the port is taken, the Python environment is missing, or the emulator does not start.
 */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const python = join(STATE_FOLDER, 'venv', 'bin', 'python');
  if (!existsSync(python))
    throw new UserError('The local cloud is not installed. Run `node scripts/prepare.mjs local-cloud`.');
  await requireFreePort(options.port);

  mkdirSync(dirname(options.logFile), { recursive: true });
  // Functions are unpacked here: outside the project, so that none finds a package that its bundle lacks.
  const folder = mkdtempSync(join(tmpdir(), 'local-cloud-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const log = openSync(options.logFile, 'w');
  const child = spawn(python, [join(PROJECT_FOLDER, 'scripts', 'local-cloud', 'run.py'), folder], {
    env: emulatorEnvironment(options, folder),
    // A process group of its own: a terminal's Ctrl-C reaches only us, and `stop` reaches the function processes too.
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) {
    removeFolder();
    throw new UserError(`${python} cannot be run. Delete .local/venv and try again.`);
  }
  const ended = once(child, 'exit').then(() => undefined);

  const stop = async (): Promise<void> => {
    signalGroup(pid, 'SIGTERM');
    const outcome = await Promise.race([ended, sleep(STOP_TIMEOUT_MS, 'late' as const, { ref: false })]);
    // Function processes may outlive the emulator, and a hung emulator its time-out.
    signalGroup(pid, 'SIGKILL');
    if (outcome === 'late') await ended;
    removeFolder();
  };

  const endpoint = `http://${LOOPBACK}:${options.port}`;
  try {
    await untilHealthy(endpoint, child, options.logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, pid, ended, stop };
};
