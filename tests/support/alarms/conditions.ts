import { readFileSync } from 'node:fs';
import type { Condition } from './evaluate.ts';

/** The conditions of all alarms of prod, as its templates have them: tests/infra writes and checks the file. */
export const CONDITIONS: ReadonlyMap<string, Condition> = new Map(
  readFileSync(new URL('./conditions.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { name, ...condition } = JSON.parse(line) as Condition & { readonly name: string };
      return [name, condition];
    }),
);

/** @throws RangeError when prod has no such alarm. */
export const conditionOf = (name: string): Condition => {
  const condition = CONDITIONS.get(name);
  if (!condition) throw new RangeError(`There is no alarm ${name}`);
  return condition;
};
