import { readFileSync } from 'node:fs';

/** A block of a shell, at whatever depth of a list. */
const BLOCK = /^( *)```sh\n(.*?)^\1```$/gms;

/** Commands of this project, which other tests run: they deploy, or work on another stage. */
const OF_THE_PROJECT = /^(?:\w+=\S+ )?np[mx] .*$/gm;

/** The refusals that a block announces: "# 409 {...}" on a line of its own. */
const ANNOUNCED = /^# ([45]\d\d)\b/gm;

/** The commands of a page as one script, and the statuses of the refusals that it announces, in their order. */
export const pageCommands = (page: string): { readonly script: string; readonly refusals: readonly number[] } => {
  const blocks = [...readFileSync(page, 'utf8').matchAll(BLOCK)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const script = blocks.join('\n').replaceAll(OF_THE_PROJECT, '').trim();
  return { script, refusals: [...script.matchAll(ANNOUNCED)].map(([, status]) => Number(status)) };
};
