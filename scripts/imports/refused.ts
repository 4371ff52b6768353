import { basename, dirname, join, matchesGlob } from 'node:path';
import { PLACES, ROOMS } from './table.ts';

/** An import that the table does not allow. */
export interface RefusedImport {
  readonly file: string;
  readonly specifier: string;
  readonly reason: string;
}

/**
 * Matches imports as the formatter writes them: a statement begins a line, and a long one's last line begins with its
 * brace.
 */
const SPECIFIER = /^(?:(?:import|export) (?:[^'\n]* from )?|\} from )'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm;

/** The modules that a source imports, as it names them: `node:path`, `./keys.ts`, `#shared/db/table`. */
export const specifiersIn = (source: string): string[] =>
  [...source.matchAll(SPECIFIER)].map(([, stated, loaded]) => stated ?? loaded ?? '');

interface Row {
  readonly name: string;
  readonly allowed: readonly string[];
}

/** A row's list as patterns. Each entry means a file, and a folder with everything in it. */
const patterns = (list: string, base: string): string[] =>
  list.split(' ').flatMap((entry) => (entry ? [`${base}${entry}`, `${base}${entry}/**`] : []));

/** The rules for a file; undefined when no row matches it. */
const rowOf = (file: string): Row | undefined => {
  for (const [room, list] of Object.entries(ROOMS))
    if (file.startsWith(`shared/${room}/`) || file === `shared/${room}.ts`)
      return { name: `shared/${room}`, allowed: [...patterns(room, 'shared/'), ...patterns(list, 'shared/')] };
  for (const [place, list] of Object.entries(PLACES))
    if (matchesGlob(file, place)) return { name: place, allowed: patterns(list, '') };
  return undefined;
};

/** The place of a module in the project, without its ending; undefined for packages and modules of Node. */
const placeOf = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(file), specifier).replace(/\.[a-z]+$/, '') : undefined;
};

/** Files that belong to their own folder. */
const OWN = new Set(['keys', 'contract-parts']);

/** Whether the patterns allow importing a place. A file that belongs to its folder must be named itself. */
const allows = (allowed: readonly string[], place: string): boolean =>
  allowed.some(
    (pattern) => (!OWN.has(basename(place)) || basename(pattern) === basename(place)) && matchesGlob(place, pattern),
  );

/**
 * Why a file of ours may not import a module; undefined if it may.
 *
 * @param file its path in the project.
 * @param specifier the module as the file names it.
 */
export const whyRefused = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('../')) return 'a file of another folder is named with #';
  const place = placeOf(file, specifier);
  if (place === undefined) return undefined;
  const row = rowOf(file);
  if (!row) return 'scripts/imports/table.ts has no row for this file';
  if (OWN.has(basename(place)) && dirname(place) === dirname(file)) return undefined;
  return allows(row.allowed, place) ? undefined : `${row.name} may not import it: see scripts/imports/table.ts`;
};

/** The imports of a source that the table does not allow. */
export const refusedImports = (file: string, source: string): RefusedImport[] =>
  specifiersIn(source).flatMap((specifier) => {
    const reason = whyRefused(file, specifier);
    return reason === undefined ? [] : [{ file, specifier, reason }];
  });
