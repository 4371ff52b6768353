import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '#scripts/local-cloud/user-error';

/** Texts of the project by their paths: those that are read, and those that are written once everything was found. */
export interface ProjectFiles {
  read(path: string): string;
  exists(path: string): boolean;
  /** @throws UserError when the file exists. */
  create(path: string, text: string): void;
  /** Replaces an existing file. */
  replace(path: string, text: string): void;
}

/** Collects edits of the project's files, which `save` writes. */
export const collectEdits = (folder: string) => {
  const edits = new Map<string, string>();
  const files: ProjectFiles = {
    read: (path) => edits.get(path) ?? readFileSync(join(folder, path), 'utf8'),
    exists: (path) => edits.has(path) || existsSync(join(folder, path)),
    create: (path, text) => {
      if (files.exists(path)) throw new UserError(`${path} already exists.`);
      edits.set(path, text);
    },
    replace: (path, text) => void edits.set(path, text),
  };
  /** Writes every edit. Returns the paths. */
  const save = (): readonly string[] => {
    for (const [path, text] of edits) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return [...edits.keys()];
  };
  return { files, save };
};

/**
 * Inserts lines before the first line that equals `line`, searching from the line that starts with `from`.
 *
 * @throws UserError when either is missing: the file no longer has the form that the scaffold expects.
 */
export const insertBefore = (text: string, at: { from: string; line: string }, lines: string): string => {
  const all = text.split('\n');
  const start = all.findIndex((line) => line.startsWith(at.from));
  const index = start < 0 ? -1 : all.indexOf(at.line, start);
  if (index < 0) throw new UserError(`There is no ${JSON.stringify(at.line)} after ${JSON.stringify(at.from)}.`);
  return [...all.slice(0, index), ...lines.trimEnd().split('\n'), ...all.slice(index)].join('\n');
};

/** Inserts a line after another. */
export const insertAfter = (text: string, line: string, inserted: string): string => {
  const all = text.split('\n');
  const index = all.lastIndexOf(line);
  if (index < 0) throw new UserError(`There is no line ${JSON.stringify(line)}.`);
  return [...all.slice(0, index + 1), inserted, ...all.slice(index + 1)].join('\n');
};
