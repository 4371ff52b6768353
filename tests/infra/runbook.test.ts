import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { SECURITY_ALARMS } from '#infra/security-alarms';
import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';
import { resourcesOf, synthesize } from './synthesis.ts';

const RUNBOOK = readFileSync(new URL('../../docs/operate/alarms.md', import.meta.url), 'utf8');
const alarms = resourcesOf(synthesize('prod'), 'AWS::CloudWatch::Alarm').map(({ Properties }) => ({
  name: String(Properties.AlarmName).replace('kyb-service-prod-', ''),
  means: String(Properties.AlarmDescription).replace(/ What to do: .*$/, ''),
}));

test.each(alarms)('the runbook has $name, with its meaning', ({ name, means }) => {
  const row = RUNBOOK.split('\n').find((line) => line.startsWith('- ') && line.includes(`\`${name}\``));
  expect(row).toContain(means);
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

test('every consumer’s failure has its row', () => {
  for (const { failureMeansToCustomer } of CONSUMERS) expect(RUNBOOK).toContain(failureMeansToCustomer);
});
