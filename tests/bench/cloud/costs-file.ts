import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '#scripts/command-line/tool';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import type { TableCost } from './costs.ts';

const FILE = join(PROJECT_FOLDER, 'tests/bench/dynamodb-costs.json');

/** The checked-in costs, by function. */
export const readCosts = (): Readonly<Record<string, TableCost>> =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};

/** Writes these costs as the accepted ones, in the project's format. */
export const writeCosts = async (costs: Readonly<Record<string, TableCost>>): Promise<void> => {
  writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`);
  await runTool('biome', ['format', '--write', '--log-level=error', FILE]);
};
