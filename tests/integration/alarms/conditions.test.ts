import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ALARMS } from '#infra/alarms/list';
import { publishTestSigningKeys } from '#tests/support/accounts';
import { conditionOf } from '#tests/support/alarms/conditions';
import { type DataPoint, periodSeconds, statesOf } from '#tests/support/alarms/evaluate';
import type { Measured } from '#tests/support/alarms/recorder';
import { mockAws } from '#tests/support/mock-aws';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { SCENARIOS } from './scenarios.ts';

/** The output of functions that are built as they are deployed. */
const written: string[] = [];
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: (line: string) => written.push(line) }));

const secrets = mockAws(SecretsManagerClient);
beforeEach(async () => {
  written.length = 0;
  await publishTestSigningKeys();
  const { value, versionId } = TEST_VAULT_SECRET.current;
  secrets.on(GetSecretValueCommand).resolves({ SecretString: value, VersionId: versionId });
});
afterEach(() => secrets.reset());

const START_MS = Date.UTC(2026, 10, 21);

/** How long it is quiet afterwards: CloudWatch looks back two periods further than those that must be in trouble. */
const QUIET_PERIODS = 3;

/** What happened once, as often as needed for a total in each of these periods. */
const repeated = (
  measured: readonly Measured[],
  { total, periods, seconds }: { readonly total: number; readonly periods: number; readonly seconds: number },
): readonly DataPoint[] => {
  const once = measured.reduce((sum, { value }) => sum + value, 0);
  const times = Math.ceil(total / once);
  return Array.from({ length: periods }, (_, period) =>
    Array.from({ length: times }, () =>
      measured.map((one) => ({ ...one, atMs: START_MS + period * seconds * 1000 })),
    ).flat(),
  ).flat();
};

/** Alarms on our own metrics, each with its metric. */
const ownAlarms = new Map(ALARMS.flatMap(({ name, source }) => ('own' in source ? [[name, source.own] as const] : [])));

test('every alarm on a metric of our own has a scenario', () => {
  expect(Object.keys(SCENARIOS).sort()).toEqual([...ownAlarms.keys()].sort());
});

test.each(Object.entries(SCENARIOS))('%s goes off when that happens often enough, and ends', async (name, scenario) => {
  const measured = (await scenario(written)).filter(({ metric }) => metric === ownAlarms.get(name));
  expect(measured.length).toBeGreaterThan(0);
  const condition = conditionOf(name);
  const { EvaluationPeriods: periods, Threshold: total } = condition;
  const seconds = periodSeconds(condition);
  const states = (points: readonly DataPoint[]) =>
    statesOf(condition, points, { startMs: START_MS, periods: periods + QUIET_PERIODS });

  const trouble = states(repeated(measured, { total, periods, seconds }));
  expect(trouble[periods - 1]).toBe('ALARM');
  expect(trouble.at(-1)).toBe('OK');

  // A blip, or less than that, wakes nobody.
  const blip = states(repeated(measured, { total, periods: periods - 1, seconds }));
  expect(blip).not.toContain('ALARM');
  if (total > 1) {
    const less = measured.slice(0, 1);
    expect(states(repeated(less, { total: total - 1, periods, seconds }))).not.toContain('ALARM');
  }
});
