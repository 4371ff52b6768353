import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '#scripts/client/build';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** A project that has installed the client. */
export interface ClientProject {
  readonly folder: string;
  /** The folder of the installed package. */
  readonly installed: string;
  /** The file that `npm pack` made. */
  readonly archive: string;
}

/** Builds the client, packs it with npm, and installs the file into a project in a folder. */
export const installClient = async (folder: string): Promise<ClientProject> => {
  const built = join(folder, 'built');
  await buildClient(built);
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const answer = execFileSync('npm', ['pack', './built', '--json', '--offline', '--loglevel=error'], options);
  const [packed] = Object.values(JSON.parse(answer) as Record<string, { filename: string }>);
  const archive = join(folder, packed?.filename ?? '');
  const project = join(folder, 'project');
  const installed = join(project, 'node_modules/kyb-client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  return { folder: project, installed, archive };
};

/**
 * Compiles files of a project and the declarations of its packages.
 * @returns the compiler's output.
 *
 * @param options of the compiler, besides `strict`.
 */
export const compileProject = (
  { folder }: ClientProject,
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string => {
  const strict = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files }));
  const { stdout } = spawnSync(join(PROJECT_FOLDER, 'node_modules/.bin/tsc'), { cwd: folder, encoding: 'utf8' });
  return stdout;
};
