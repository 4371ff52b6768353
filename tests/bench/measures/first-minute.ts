import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { freePort } from '#scripts/local-cloud/port';
import { UserError } from '#scripts/local-cloud/user-error';
import type { Row } from '#tests/bench/measured';
import { type Benchmark, type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { waitUntil } from '#tests/support/wait-until';

/** A small run starts and tests nothing: the suites of the gate do. */
const { STARTS, SUITES } = sized({ STARTS: true, SUITES: ['npm test'] }, { STARTS: false, SUITES: ['npm --version'] });

/** The stages of the last run of `.ci/run`, or of the one whose `.local/gate-times.tsv` is named. */
const GATE_FILE = process.env['GATE'] ?? join(STATE_FOLDER, 'gate-times.tsv');

const PATIENCE_MS = 600_000;

/** What is edited, and what is answered then. */
const EDIT = { file: 'functions/api/meta/read-status.ts', from: "env('STAGE')", to: "'edited'" } as const;

/** Kept of this environment: where programs and packages are. */
const KEPT = /^(?:PATH|HOME|PIP_.*|npm_config_.*|NODE_EXTRA_CA_CERTS)$/;

interface Clone {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const secondsSince = (startedMs: number): number => rounded((performance.now() - startedMs) / 1000);

/** Clones the last commit into a temporary folder. */
const clone = (): Clone => {
  const TMPDIR = mkdtempSync(join(tmpdir(), 'first-minute-'));
  const folder = join(TMPDIR, 'kyb-service');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${PROJECT_FOLDER}`, folder]);
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
  return { folder, environment: { ...Object.fromEntries(kept), TMPDIR, CI: 'true' } };
};

/** A command in a clone, in its own process group. */
const run = ({ folder, environment }: Clone, command: string, more: Readonly<Record<string, string>> = {}) => {
  const [program = '', ...args] = command.split(' ');
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment, ...more },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([status]) => ({ status: Number(status ?? 1), output }));
  return {
    ended,
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    stop: async () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
};

/**
 * The seconds that a command takes.
 *
 * @throws Error with the end of its output when it fails.
 */
const secondsOf = async (cloned: Clone, command: string, more?: Readonly<Record<string, string>>): Promise<number> => {
  const startedMs = performance.now();
  const { status, output } = await run(cloned, command, more).ended;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${output.slice(-2000)}`);
  return secondsSince(startedMs);
};

/** Starts the service, and runs work on it. Returns the seconds until its address was printed. */
const started = async (cloned: Clone, work: (url: string, port: string) => Promise<void>): Promise<number> => {
  const port = String(await freePort());
  const startedMs = performance.now();
  const service = run(cloned, 'npm start', { PORT: port });
  try {
    const url = await waitUntil(
      () => {
        if (service.hasEnded()) throw new Error(`npm start ended: ${service.output().slice(-2000)}`);
        return /^Running\./m.test(service.output()) && /^The API\s+(\S+)/m.exec(service.output())?.[1];
      },
      { timeoutMs: PATIENCE_MS, intervalMs: 20, what: '`npm start` to print its address' },
    );
    const seconds = secondsSince(startedMs);
    await work(url, port);
    return seconds;
  } finally {
    await service.stop();
  }
};

interface Step extends Row {
  readonly command: string;
  readonly until: string;
  readonly 'wall s': number;
}

/** Starts the service in a fresh clone, and again when everything is installed, with an edit. */
const startSteps = async (cloned: Clone): Promise<readonly Step[]> => {
  const fresh = await started(cloned, async () => {});
  let [answered, edited] = [Number.NaN, Number.NaN];
  const again = await started(cloned, async (url, port) => {
    const status = async () => JSON.parse(await (await fetch(`${url}/status`)).text()).data?.stage;
    const calledMs = performance.now();
    await status();
    answered = secondsSince(calledMs);
    const file = join(cloned.folder, EDIT.file);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace(EDIT.from, EDIT.to));
    const editedMs = performance.now();
    await secondsOf(cloned, 'npm start', { PORT: port });
    await waitUntil(async () => (await status()) === 'edited', { timeoutMs: PATIENCE_MS, what: 'the edited answer' });
    edited = secondsSince(editedMs);
    writeFileSync(file, before);
  });
  return [
    { command: '`npm start` in a fresh clone', until: 'it runs, packages installed', 'wall s': fresh },
    { command: '`npm start`', until: 'it runs', 'wall s': again },
    { command: 'the first request', until: 'its answer', 'wall s': answered },
    { command: '`npm start` beside it, after an edit of one handler', until: 'the new answer', 'wall s': edited },
  ];
};

/** The stages of a run of the gate. */
const gateStages = (): readonly { readonly stage: string; readonly 'wall s': number }[] => {
  const lines = readFileSync(GATE_FILE, 'utf8').trim().split('\n');
  const stages = lines.map((line) => {
    const [seconds, stage = ''] = line.split('\t');
    return { stage, 'wall s': Number(seconds) };
  });
  if (stages.at(-1)?.stage !== 'All') throw new UserError(`${GATE_FILE} is of no complete run of .ci/run.`);
  return stages;
};

const reportGate = (report: Report): void => {
  if (!existsSync(GATE_FILE)) {
    report.aside(`${GATE_FILE} does not exist: run .ci/run first to have its stages.`);
    return;
  }
  const stages = gateStages();
  report.table('The stages of `.ci/run`, some side by side.', stages);
  const minutes = (stages.at(-1)?.['wall s'] ?? Number.NaN) / 60;
  report.note(`\`.ci/run\` takes ${rounded(minutes)} minutes.`);
};

/** The commands that a newcomer runs first, in a clone of the last commit. */
export const firstMinute: Benchmark = {
  name: 'first-minute',
  measures:
    '`npm start`, a redeploy and `npm test` in a clone of the last commit, and the last run of `.ci/run` (GATE)',
  run: async (report) => {
    const cloned = clone();
    try {
      const steps: Step[] = STARTS ? [...(await startSteps(cloned))] : [];
      // The suite takes minutes, and may fail.
      for (const step of steps) report.aside(JSON.stringify(step));
      for (const command of SUITES)
        steps.push({ command: `\`${command}\``, until: 'its end', 'wall s': await secondsOf(cloned, command) });
      report.table(
        "In an environment with nothing but the settings of npm and pip. npm's and pip's caches are those of the machine.",
        steps,
      );
      if (STARTS) reportGate(report);
    } finally {
      rmSync(join(cloned.folder, '..'), { recursive: true });
    }
  },
};
