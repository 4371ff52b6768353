import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';

/** A Lambda function: its name and its source file, relative to the project. */
export interface FunctionSource {
  name: string;
  file: string;
}

/**
 * Every handler file: one function each, with the name of its file. Files of contracts, examples and lists are not
 * functions.
 */
const HANDLER_FILES = ['functions/api/*/*.ts', 'functions/events/*.ts'];
const DATA = ['contract-parts.ts', 'examples.ts'];
const isHandlerFile = (file: string): boolean =>
  !DATA.includes(basename(file)) && !/(\.contract|\.consumer|^consumers)\.ts$/.test(basename(file));

/**
 * Lists every function of the project in alphabetical order.
 *
 * @throws UserError when two handler files share a name.
 */
export const listFunctions = (projectFolder: string = PROJECT_FOLDER): FunctionSource[] => {
  const files = globSync(HANDLER_FILES, { cwd: projectFolder }).filter(isHandlerFile);
  const functions = files.map((file) => ({ name: basename(file, '.ts'), file }));
  functions.sort((a, b) => a.name.localeCompare(b.name));
  functions.forEach(({ name, file }, index) => {
    const next = functions[index + 1];
    if (next?.name === name)
      throw new UserError(`${file} and ${next.file} would both become the function ${name}. Rename one of them.`);
  });
  return functions;
};
