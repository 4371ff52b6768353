import { describe, expect, test } from 'vitest';
import { STAGES } from '#infra/stage-config';
import { ELSEWHERE, FILE_DATA, type StoredData } from '#scripts/privacy/stored-data';
import { resourcesOf, settingsOf, synthesize } from './synthesis.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The days after which data of a place is gone at the latest, as the table of personal data says. */
const daysOf = ({ end }: StoredData, stage: (typeof STAGES)[number]): number | undefined => {
  if (typeof end !== 'object') throw new TypeError('It does not end by itself');
  return 'hours' in end ? end.hours / 24 : settingsOf(stage)[end.setting];
};

describe.each(STAGES)('the templates of %s keep personal data as long as the table of personal data says', (stage) => {
  const of = (type: string) => resourcesOf(synthesize(stage), type).map(({ Properties }) => Properties);

  test('items that are stored with an end expire, and can be restored for the days of point-in-time recovery', () => {
    const [table] = of('AWS::DynamoDB::Table');
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAtSeconds', Enabled: true });
    // Without a period it is 35 days (AWS CloudFormation, "PointInTimeRecoverySpecification").
    expect(table.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(daysOf(ELSEWHERE['point-in-time recovery'], stage)).toBe(35);
  });

  test('files of every prefix that are deleted can be restored for its days', () => {
    const [bucket] = of('AWS::S3::Bucket');
    const rules: { Prefix?: string; NoncurrentVersionExpiration?: { NoncurrentDays: number } }[] =
      bucket.LifecycleConfiguration.Rules;
    for (const [prefix, { restorableDays }] of Object.entries(FILE_DATA)) {
      const days = rules
        .filter(({ Prefix = '' }) => `${prefix}/`.startsWith(Prefix))
        .map(({ NoncurrentVersionExpiration }) => NoncurrentVersionExpiration?.NoncurrentDays ?? Number.NaN);
      expect([prefix, Math.min(...days)]).toEqual([prefix, restorableDays]);
    }
  });

  test('every log is one of functions or of accesses, and ends with its days', () => {
    const wrong = of('AWS::Logs::LogGroup').filter(({ LogGroupName, RetentionInDays }) => {
      const kind = String(LogGroupName).startsWith('/aws/lambda/') ? 'function logs' : 'access log';
      return RetentionInDays !== daysOf(ELSEWHERE[kind], stage);
    });
    expect(wrong).toEqual([]);
  });

  test('no queue keeps messages for longer, and no archive events', () => {
    const most = Number(daysOf(ELSEWHERE.queues, stage)) * DAY_SECONDS;
    // Four days without a period (Amazon SQS Developer Guide, "Message quotas").
    const kept = of('AWS::SQS::Queue').map(({ MessageRetentionPeriod = 4 * DAY_SECONDS }) => MessageRetentionPeriod);
    expect(Math.max(...kept)).toBe(most);
    const archived = of('AWS::Events::Archive').map(({ RetentionDays }) => RetentionDays);
    expect(archived.filter((days) => days !== daysOf(ELSEWHERE['event archive'], stage))).toEqual([]);
  });
});
