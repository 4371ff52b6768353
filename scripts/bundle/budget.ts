import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import type { Bundle } from './bundle.ts';

/** Bytes of every function's bundle as last accepted, by the function's name. */
export type Budget = Readonly<Record<string, number>>;

/** How much a bundle may grow before the growth must be accepted. */
const TOLERANCE = 1.05;

const FILE = join(PROJECT_FOLDER, 'bundle-budget.json');

/** Reads the checked-in budget. */
export const readBudget = (): Budget => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

/**
 * The budget with these bundles accepted. A bundle within the tolerance, in either direction, keeps its line, so that a
 * change shows only the functions that it concerns.
 */
export const acceptedBudget = (bundles: readonly Bundle[], budget: Budget): Budget =>
  Object.fromEntries(
    bundles.map(({ name, bytes }) => {
      const accepted = budget[name] ?? 0;
      return [name, bytes <= accepted * TOLERANCE && bytes >= accepted / TOLERANCE ? accepted : bytes];
    }),
  );

/** Records these bundles as accepted. */
export const writeBudget = (bundles: readonly Bundle[]): void =>
  writeFileSync(FILE, `${JSON.stringify(acceptedBudget(bundles, readBudget()), null, 2)}\n`);

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** A sentence for each bundle without a budget, and for each more than 5% above its own. */
export const overBudget = (bundles: readonly Bundle[], budget: Budget): readonly string[] =>
  bundles.flatMap(({ name, bytes }) => {
    const accepted = budget[name];
    if (accepted === undefined) return `${name} is new, with ${kilobytes(bytes)}`;
    if (bytes <= accepted * TOLERANCE) return [];
    return `${name} grew from ${kilobytes(accepted)} to ${kilobytes(bytes)}`;
  });
