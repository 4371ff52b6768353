import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { SECURITY_ALARMS } from '#infra/security-alarms';
import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';
import { resourcesOf, synthesize } from './synthesis.ts';

const RUNBOOK = readFileSync(new URL('../../docs/operate/alarms.md', import.meta.url), 'utf8');
const alarms = resourcesOf(synthesize('prod'), 'AWS::CloudWatch::Alarm').map(({ Properties }) => ({
  name: String(Properties.AlarmName).replace('kyb-service-prod-', ''),
  description: String(Properties.AlarmDescription),
}));

test.each(alarms)('$name says what it means to customers, and has its row in the runbook', ({ name, description }) => {
  expect(description).toMatch(/^[A-Z].{30,}\. What to do: docs\/operate\/alarms\.md, /);
  expect(RUNBOOK.split('\n').filter((line) => line.startsWith('- ') && line.includes(`\`${name}\``))).toHaveLength(1);
});

test.each(Object.entries(SECURITY_EVENTS))('the count of %s has an alarm', (event, metric) => {
  const names = SECURITY_ALARMS[event as SecurityEvent].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const [alarm] = resourcesOf(synthesize('prod'), 'AWS::CloudWatch::Alarm').filter(
      ({ Properties }) => Properties.AlarmName === `kyb-service-prod-${name}`,
    );
    expect(JSON.stringify(alarm?.Properties.Metrics), name).toContain(`SUM(${metric})`);
  }
});

test('every consumer’s failure is what an alarm says', () => {
  const said = alarms.map(({ description }) => description);
  for (const { failureMeansToCustomer } of CONSUMERS)
    expect(said.filter((description) => description.startsWith(failureMeansToCustomer))).not.toEqual([]);
});
