import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { alarmsOf, synthesize } from './synthesis.ts';

const PAGE = 'docs/operate/alarms.md';

const RUNBOOK = readFileSync(new URL(`../../${PAGE}`, import.meta.url), 'utf8');

/** The anchors of the page's headings, as GitHub makes them. */
const anchors = [...RUNBOOK.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
  heading.toLowerCase().replaceAll(' ', '-'),
);

const alarms = [...alarmsOf(synthesize('prod'))].map(([name, { AlarmDescription }]) => ({
  name,
  description: String(AlarmDescription),
}));

test.each(alarms)('$name says what it means to customers, and where the runbook says what to do', ({ description }) => {
  const [, anchor] = /^[A-Z].{30,}\. What to do: docs\/operate\/alarms\.md#(\S+)$/s.exec(description) ?? [];
  expect(anchors).toContain(anchor);
});

test('every consumer’s failure is what an alarm says', () => {
  const said = alarms.map(({ description }) => description);
  for (const { failureMeansToCustomer } of CONSUMERS)
    expect(said.filter((description) => description.startsWith(failureMeansToCustomer))).not.toEqual([]);
});
