import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SECRET, type VerifyVector } from './verify-vectors.ts';

/** Runs a command in the folder of the snippets. If it fails, rejects with its standard error. */
type Run = (command: readonly string[], input?: string) => Promise<{ stdout: string; stderr: string }>;

/** A language with its own runtime, in which a snippet of the guide is run. */
export interface Language {
  readonly name: string;
  /** A command that proves the runtime exists, and the text that its output must contain. */
  readonly probe: { readonly command: readonly string[]; readonly shows: RegExp };
  /** Whether every machine that runs the tests has the runtime. */
  readonly isRequired: boolean;
  /** Files next to the snippet, from `fixtures/verify`. */
  readonly files: readonly string[];
  /** Builds the program from the snippet and those files, if it cannot be run directly. */
  readonly build?: (run: Run, folder: string) => Promise<unknown>;
  /** The program that reads requests line by line and prints `true` or `false` for each. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const FIXTURES = 'tests/unit/webhooks/fixtures/verify';

const JAVA_IMPORT = /^import .*;\n/gm;

/** Java runs a single file, and the first class in it. */
const joinJava = async (_: Run, folder: string): Promise<void> => {
  const sources = ['Main.java', 'WebhookSignature.java'].map((file) => readFileSync(join(folder, file), 'utf8'));
  const imports = sources.flatMap((source) => source.match(JAVA_IMPORT) ?? []);
  const classes = sources.map((source) => source.replaceAll(JAVA_IMPORT, ''));
  writeFileSync(join(folder, 'Verify.java'), [...imports, ...classes].join(''));
};

/** Every language of the guide that does not run in this process. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    probe: { command: ['python3', '--version'], shows: /^Python 3/ },
    isRequired: true,
    files: ['main.py'],
    command: ['python3', '-B', 'main.py'],
    environment: { PYTHONUTF8: '1' },
  },
  {
    name: 'Go',
    probe: { command: ['go', 'version'], shows: /^go version/ },
    isRequired: false,
    files: ['main.go', 'go.mod'],
    build: (run) => run(['go', 'build', '-o', 'verify', '.']),
    command: ['./verify'],
    // The standard library suffices, so nothing is looked up or downloaded.
    environment: { GOFLAGS: '-mod=mod -buildvcs=false', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off' },
  },
  {
    name: 'Java',
    // A runtime without the compiler cannot run source files.
    probe: { command: ['javac', '--version'], shows: /^javac (1[7-9]|[2-9]\d)\b/ },
    isRequired: false,
    files: ['Main.java'],
    build: joinJava,
    command: ['java', '-XX:TieredStopAtLevel=1', 'Verify.java'],
  },
  {
    name: 'PHP',
    probe: { command: ['php', '--version'], shows: /^PHP [89]/ },
    isRequired: false,
    files: ['main.php'],
    command: ['php', '-n', '-d', 'display_errors=stderr', 'main.php'],
  },
];

/** Whether a language can be tried on this machine. A required one always is, and fails if its runtime is missing. */
export const canRun = ({ probe, isRequired }: Language): boolean => {
  const [command = '', ...args] = probe.command;
  return isRequired || probe.shows.test(spawnSync(command, args, { encoding: 'utf8' }).stdout ?? '');
};

const runIn =
  (folder: string, { environment }: Language): Run =>
  async ([command = '', ...args], input = '') => {
    const env = { ...process.env, ...environment };
    const running = promisify(execFile)(command, args, { cwd: folder, env, encoding: 'utf8' });
    running.child.stdin?.end(input);
    return running;
  };

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const lineOf = ({ body, headers }: VerifyVector): string =>
  [body, headers['X-Service-Signature'] ?? '', SECRET].map(base64).join('\t');

/** Builds the program that {@link verdictsOf} runs. A compiler may take a while the first time on a machine. */
export const buildLanguage = async (language: Language, folder: string): Promise<void> => {
  for (const file of language.files) copyFileSync(join(FIXTURES, file), join(folder, file));
  await language.build?.(runIn(folder, language), folder);
};

/**
 * The verdicts of a language's snippet on each request, all from one process.
 *
 * @param folder of the guide's snippets, and of the output of {@link buildLanguage}.
 * @throws Error with the standard error of the process.
 */
export const verdictsOf = async (
  language: Language,
  folder: string,
  vectors: readonly VerifyVector[],
): Promise<readonly boolean[]> => {
  const { stdout, stderr } = await runIn(folder, language)(language.command, `${vectors.map(lineOf).join('\n')}\n`);
  const verdicts = stdout.match(/^(true|false)$/gm) ?? [];
  if (stderr !== '' || verdicts.length !== vectors.length) {
    throw new Error(`The snippet for ${language.name} printed: ${stdout}${stderr}`);
  }
  return verdicts.map((verdict) => verdict === 'true');
};
