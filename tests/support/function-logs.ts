import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { resourceName } from '#infra/names';
import type { Stack } from '#scripts/local-cloud/stack';
import { localClientSettings } from './local-client-settings.ts';

/** What Lambda itself writes around each call, and a Node warning that the local cloud causes. */
const PLATFORM_LINE = /^(START|END|REPORT) RequestId: |^\(node:\d+\) \[DEP0169\]|^\(Use `node --trace-deprecation/;

/** Reads the logs that functions of a deployed stack have written. */
export interface FunctionLogs {
  /** Every line that our own code logged, oldest first; none if the function was never called. */
  linesOf(functionName: string): Promise<readonly string[]>;
}

/** Opens the logs of a stack on a local cloud. */
export const functionLogs = ({ endpoint }: Stack): FunctionLogs => {
  const client = new CloudWatchLogsClient(localClientSettings(endpoint));
  return {
    async linesOf(functionName) {
      const logGroupName = `/aws/lambda/${resourceName('local', functionName)}`;
      const lines: string[] = [];
      for await (const { events = [] } of paginateFilterLogEvents({ client }, { logGroupName })) {
        for (const { message = '' } of events) lines.push(...message.split('\n').filter(Boolean));
      }
      return lines.filter((line) => !PLATFORM_LINE.test(line));
    },
  };
};
