import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** What a stage ran, once the smoke test had passed: enough to deploy it again while its bundles are stored. */
export interface Release {
  /** The commit that it was built from; undefined when it was built from changes that nobody had committed. */
  readonly commit?: string | undefined;
  /** ISO 8601. */
  readonly deployedAt: string;
  /** The files of its assembly, without bundles: contents by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Releases of a stage, where the account keeps the bundles too. */
export interface ReleaseStore {
  /** Their ids, from the latest to the earliest. */
  readonly list: () => Promise<readonly string[]>;
  readonly load: (id: string) => Promise<Release>;
  /** Adds the latest one, and removes those before the ten latest. */
  readonly save: (release: Release) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

export const ReleaseSchema = v.object({
  commit: v.optional(v.string()),
  deployedAt: v.string(),
  // Only names, so that nothing is written outside of the assembly's folder.
  files: v.record(v.pipe(v.string(), v.regex(/^[\w-]+(\.[\w-]+)*$/)), v.string()),
});

const ASSEMBLY_FILE = /^(cdk\.out|manifest\.json|[\w-]+\.(template|assets|metadata)\.json)$/;

/** The files of a synthesised assembly, without bundles. */
export const assemblyFiles = (assemblyFolder: string): Release['files'] =>
  Object.fromEntries(
    readdirSync(assemblyFolder)
      .filter((name) => ASSEMBLY_FILE.test(name))
      .map((name) => [name, readFileSync(join(assemblyFolder, name), 'utf8')]),
  );

/** Writes a release's assembly to an empty folder, from which the CDK deploys it. */
export const writeAssembly = ({ files }: Release, assemblyFolder: string): void => {
  for (const [name, contents] of Object.entries(files)) writeFileSync(join(assemblyFolder, name), contents);
};

/** What a release is called in messages. */
export const releaseLabel = ({ commit, deployedAt }: Release): string =>
  `${commit === undefined ? 'no commit' : `commit ${commit.slice(0, 12)}`}, deployed at ${deployedAt}`;
