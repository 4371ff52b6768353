import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { forbiddenImport, importedFile } from '#scripts/imports/rules';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';

const FILES = '{functions,infra,scripts,shared,tests}/**/*.ts';

interface ImportedName {
  specifier: string;
  line: number;
}

/** Every module that a source names, type-only ones too: a layer is known by its types as well as by its values. */
const importsOf = (file: string, source: string): ImportedName[] => {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const statements = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
  ].map(({ value, start }) => ({ specifier: value, line: lineAt(start) }));
  const expressions = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    specifier: source.slice(start + 1, end - 1),
    line: lineAt(start),
  }));
  return [...statements, ...expressions];
};

const problem = (file: string, specifier: string): string | undefined => {
  try {
    const imported = importedFile(file, specifier);
    return imported && forbiddenImport(file, imported);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
};

/** Prints each forbidden import of the project's sources and returns how many there are. */
const checkImports = (projectFolder: string): number => {
  let count = 0;
  for (const file of globSync(FILES, { cwd: projectFolder })) {
    const source = readFileSync(join(projectFolder, file), 'utf8');
    for (const { specifier, line } of importsOf(file, source)) {
      const reason = problem(file, specifier);
      if (!reason) continue;
      count += 1;
      console.error(`${file}:${line}: imports ${specifier}: ${reason}`);
    }
  }
  return count;
};

const USAGE = {
  command: 'node scripts/check-imports.ts',
  does: 'Prints each import of the sources that crosses a layer the wrong way: scripts/imports/rules.ts.',
  words: { name: '<folder>', help: 'the project, by default this one', count: 'at most one' },
} as const;

await runScript(USAGE, ({ words: [projectFolder = PROJECT_FOLDER] }) => {
  if (checkImports(projectFolder) > 0) process.exitCode = 1;
});
