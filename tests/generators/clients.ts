import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';

/** The languages in which clients are generated. */
export const LANGUAGES = ['typescript', 'python', 'go'] as const;

/** One of them, which is also the folder of its journey. */
export type Language = (typeof LANGUAGES)[number];

type Command = readonly [program: string, ...args: string[]];

interface Client {
  /** Folders that its generator does not create. */
  readonly folders: readonly string[];
  /** The files of the language's folder that are copied beside the generated client. */
  readonly files: readonly string[];
  /** Generates the client of a document and compiles it with its journey. */
  readonly make: (document: string) => readonly Command[];
  readonly journey: Command;
}

const python = (program: string): string => join(STATE_FOLDER, 'generators-venv', 'bin', program);

const SOURCES = join(PROJECT_FOLDER, 'tests', 'generators');

const CLIENTS: Readonly<Record<Language, Client>> = {
  typescript: {
    folders: ['.'],
    files: ['journey.ts', 'tsconfig.json'],
    make: (document) => [
      [process.execPath, join(SOURCES, 'typescript', 'generate.mjs'), document, 'kyb.d.ts'],
      [join(PROJECT_FOLDER, 'node_modules', '.bin', 'tsc'), '-p', '.'],
    ],
    journey: [process.execPath, 'journey.ts'],
  },
  python: {
    folders: ['.'],
    files: ['journey.py', 'mypy.ini', 'generator.yaml'],
    make: (document) => [
      [
        ...([python('openapi-python-client'), 'generate', '--path', document, '--output-path', 'kyb'] as const),
        ...['--meta', 'none', '--config', 'generator.yaml', '--fail-on-warning'],
      ],
      [python('python'), '-m', 'compileall', '-q', 'kyb'],
      [python('mypy'), '--config-file', 'mypy.ini', 'journey.py'],
    ],
    journey: [python('python'), 'journey.py'],
  },
  go: {
    folders: ['kyb'],
    files: ['journey.go', 'go.mod', 'go.sum', 'oapi-codegen.yaml'],
    make: (document) => [
      ['go', 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', document],
      ['go', 'build', '-o', 'journey', '.'],
      ['go', 'vet', '.'],
    ],
    journey: ['./journey'],
  },
};

const FOLDER = join(STATE_FOLDER, 'generators');

const execute = promisify(execFile);

/** The output of a command. @throws Error with all its output if it fails. */
const outputOf = async (
  language: Language,
  [program, ...args]: Command,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  try {
    const env = { ...process.env, ...environment };
    return (await execute(program, args, { cwd: join(FOLDER, language), env, maxBuffer: 10_000_000 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && program === 'go')
      throw new UserError('Go is missing: install 1.21 or newer (https://go.dev/dl).');
    throw new Error(`${message}\n${stdout}${stderr}`);
  }
};

/**
 * Generates the clients of an OpenAPI document and compiles each with its journey.
 *
 * @returns the reasons of those that failed.
 */
export const makeClients = async (document: unknown): Promise<Readonly<Partial<Record<Language, string>>>> => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const make = async (language: Language): Promise<readonly (readonly [Language, string])[]> => {
    const { folders, files, make: commands } = CLIENTS[language];
    for (const folder of folders) mkdirSync(join(FOLDER, language, folder), { recursive: true });
    for (const name of files) cpSync(join(SOURCES, language, name), join(FOLDER, language, name));
    try {
      for (const command of commands(file)) await outputOf(language, command);
      return [];
    } catch (error) {
      return [[language, (error as Error).message]];
    }
  };
  return Object.fromEntries((await Promise.all(LANGUAGES.map(make))).flat());
};

/** The API and the credential of a journey. */
export interface Destination {
  readonly apiUrl: string;
  readonly secretKey: string;
  /** A file to upload. */
  readonly upload: string;
}

/** The output of the journey with the client of a language. @throws Error if the journey fails. */
export const journeyOf = async (language: Language, { apiUrl, secretKey, upload }: Destination): Promise<unknown> => {
  const environment = { KYB_URL: apiUrl, KYB_SECRET_KEY: secretKey, KYB_UPLOAD: upload };
  return JSON.parse(await outputOf(language, CLIENTS[language].journey, environment));
};
