import { exportsOf, importsOf, type Template } from '#scripts/deploy/template';
import type { SynthesizedStage } from './synthesis.ts';

/*
 * How long a deploy of everything takes, as far as templates tell: the stacks that wait for each other, and those that
 * the CDK changes at the same time.
 */

/** The stacks that each stack imports from. */
export const needsOf = ({ stacks }: Pick<SynthesizedStage, 'stacks'>): ReadonlyMap<string, readonly string[]> => {
  const templates = Object.entries(stacks) as readonly [string, Template][];
  const exporters = new Map(
    templates.flatMap(([name, template]) => [...exportsOf(template)].map((one) => [one, name])),
  );
  return new Map(
    templates.map(([name, template]) => [
      name,
      [...new Set([...importsOf(template)].map((one) => exporters.get(one) ?? ''))],
    ]),
  );
};

/** The place of a stack in the longest row of stacks that wait for each other. */
export const levelOf = (name: string, needs: ReadonlyMap<string, readonly string[]>): number =>
  1 + Math.max(0, ...(needs.get(name) ?? []).map((one) => levelOf(one, needs)));

/** When the last stack is done, if each takes its seconds and begins once what it needs is done and a place is free. */
export const secondsOf = (
  needs: ReadonlyMap<string, readonly string[]>,
  takes: (stack: string) => number,
  atOnce: number,
): number => {
  const doneAt = new Map<string, number>();
  const running = new Map<string, number>();
  let now = 0;
  while (doneAt.size < needs.size) {
    for (const [name, own] of needs) {
      const isReady = !doneAt.has(name) && !running.has(name) && own.every((one) => doneAt.has(one));
      if (isReady && running.size < atOnce) running.set(name, now + takes(name));
    }
    now = Math.min(...running.values());
    for (const [name, at] of running) {
      if (at !== now) continue;
      doneAt.set(name, now);
      running.delete(name);
    }
  }
  return Math.max(...doneAt.values());
};
