import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeStageLogs } from '#scripts/ops/stage-logs';
import { mockAws } from '#tests/support/mock-aws';

const aws = mockAws(CloudWatchLogsClient);
const waits: number[] = [];

beforeEach(() => {
  aws.reset();
  waits.length = 0;
  aws.on(StartQueryCommand).resolves({ queryId: 'q' });
});

const logs = (byPrefix = true) =>
  makeStageLogs(new CloudWatchLogsClient({}), {
    ...{ stage: 'dev', functionPrefix: 'kyb-service-dev-', byPrefix },
    wait: async (ms) => waits.push(ms),
  });

const logged = (time: string, fields: object = {}): string =>
  JSON.stringify({
    ...{ time, level: 'info', code: 'REQUEST_ANSWERED', stage: 'dev', function: 'kyb-service-dev-read-me' },
    ...{ requestId: 'a/b+c=' },
    ...fields,
  });

const answer = (...messages: string[]) => ({
  status: 'Complete' as const,
  results: messages.map((value) => [
    { field: '@message', value },
    { field: '@ptr', value: 'p' },
  ]),
});

describe('the logs of a stage', () => {
  test('are searched in one query over every function, for whole values', async () => {
    aws.on(GetQueryResultsCommand).resolves(answer());
    await logs().find(['a/b+c=', 'd.e'], 1_500, 2_500);
    expect(aws.commandCalls(StartQueryCommand)[0]?.args[0].input).toStrictEqual({
      queryString:
        'SOURCE logGroups(namePrefix: ["/aws/lambda/kyb-service-dev-"]) | fields @message | ' +
        'filter @message like /"(a\\/b\\+c=|d\\.e)"/ | sort @timestamp desc | limit 1000',
      startTime: 1,
      endTime: 3,
    });
  });

  test('are found oldest first, without other texts, metrics and the lines of another stage', async () => {
    const foreign = logged('2026-11-23T18:00:00.000Z', { stage: 'dev-ada', function: 'kyb-service-dev-ada-read-me' });
    const mention = logged('2026-11-23T18:00:00.000Z', { requestId: 'other', reason: 'a/b+c=' });
    const messages = [
      logged('2026-11-23T18:00:02.000Z'),
      `START RequestId: "a/b+c="\n${logged('2026-11-23T18:00:01.000Z')}\n{"_aws":{},"requestId":"a/b+c="}`,
      ...[foreign, mention, logged('2026-11-23T18:00:03.000Z', { requestId: 'a/bbbc=' }), '"a/b+c="', '{"a":"a/b+c="'],
    ];
    aws.on(GetQueryResultsCommand).resolves(answer(...messages));
    const { lines, isCut } = await logs().find(['a/b+c='], 0, 1);
    expect(lines.map(({ time }) => time.slice(17, 19))).toStrictEqual(['00', '01', '02']);
    expect(lines.every(({ function: name }) => name === 'read-me')).toBe(true);
    expect(isCut).toBe(false);
  });

  test('are waited for, and say when there are more lines than one search returns', async () => {
    const full = answer(...Array.from({ length: 1000 }, () => logged('2026-11-23T18:00:02.000Z')));
    aws
      .on(GetQueryResultsCommand)
      .resolvesOnce({ status: 'Scheduled' })
      .resolvesOnce({ status: 'Running', results: [] })
      .resolves(full);
    expect((await logs().find(['a/b+c='], 0, 1)).isCut).toBe(true);
    expect(waits).toHaveLength(2);
  });

  test.each(['Failed', 'Cancelled', 'Timeout', 'Unknown'] as const)('that are %s end in one line', async (status) => {
    aws.on(GetQueryResultsCommand).resolves({ status });
    await expect(logs().find(['a'], 0, 1)).rejects.toThrow(`The search of the logs ended as ${status}.`);
  });

  test('that never answer are given up', async () => {
    aws.on(GetQueryResultsCommand).resolves({ status: 'Running' });
    await expect(logs().find(['a'], 0, 1)).rejects.toThrow('takes longer than a minute');
    expect(waits.length).toBeLessThanOrEqual(120);
  });

  test('of an emulator are searched by the names of its groups', async () => {
    aws
      .on(DescribeLogGroupsCommand)
      .resolvesOnce({ logGroups: [{ logGroupName: 'one' }], nextToken: 'more' })
      .resolves({ logGroups: [{ logGroupName: 'two' }] });
    aws.on(GetQueryResultsCommand).resolves(answer());
    await logs(false).find(['a'], 0, 1);
    const { queryString, logGroupNames } = aws.commandCalls(StartQueryCommand)[0]?.args[0].input ?? {};
    expect(logGroupNames).toStrictEqual(['one', 'two']);
    expect(queryString).not.toContain('SOURCE');
  });
});
