import {
  type CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import * as v from 'valibot';
import { UserError } from '#scripts/local-cloud/user-error';

/** One line that a function of the stage has logged, as our logger writes it. */
export interface LogLine {
  readonly time: string;
  readonly code: string;
  /** Without the prefix of the stage, such as `submit-session`. */
  readonly function: string;
  readonly [field: string]: unknown;
}

/** The lines of a search, oldest first. */
export interface FoundLines {
  readonly lines: readonly LogLine[];
  /** Whether there were more lines, of which these are the newest. */
  readonly isCut: boolean;
}

/** The logs of every function of a stage. */
export interface StageLogs {
  /**
   * The lines that have one of these texts as a field.
   *
   * @param texts of letters, digits and `_.=+/:-`.
   * @throws UserError when the search ends without a result.
   */
  find(texts: readonly string[], sinceMs: number, untilMs: number): Promise<FoundLines>;
}

/** How the logs of a stage are searched. */
export interface LogSearch {
  readonly stage: string;
  /** The prefix of the names of its functions. */
  readonly functionPrefix: string;
  /**
   * Whether the query names its groups by their prefix, as on AWS, where it may name no more than 50 one by one. The
   * emulator knows only names.
   */
  readonly byPrefix: boolean;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Maximum number of lines of one search. */
const MAX_LINES = 1000;

const POLL_MS = 500;
/** A minute: far longer than a search for a few texts takes. */
const MAX_POLLS = 120;

const escaped = (text: string): string => text.replaceAll(/[.+/]/g, '\\$&');

const loggedLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ time: v.string(), code: v.string(), stage: v.string(), function: v.string() }),
);

/** The line of our logger in a text; undefined for any other text, such as a metric. */
const lineOf = (text: string) => {
  const parsed = v.safeParse(loggedLine, text);
  return parsed.success ? parsed.output : undefined;
};

/**
 * {@link StageLogs} over CloudWatch Logs Insights. Sources: Amazon CloudWatch Logs User Guide, "SOURCE"; API Reference,
 * "StartQuery".
 */
export const makeStageLogs = (client: CloudWatchLogsClient, search: LogSearch): StageLogs => {
  const { stage, functionPrefix, byPrefix, wait } = search;
  const groupPrefix = `/aws/lambda/${functionPrefix}`;

  const namedGroups = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { logGroups = [] } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix: groupPrefix })) {
      names.push(...logGroups.flatMap(({ logGroupName }) => logGroupName ?? []));
    }
    return names;
  };

  /** @returns the logged texts, newest first. */
  const run = async (query: string, sinceMs: number, untilMs: number): Promise<readonly string[]> => {
    const { queryId } = await client.send(
      new StartQueryCommand({
        queryString: byPrefix ? `SOURCE logGroups(namePrefix: ["${groupPrefix}"]) | ${query}` : query,
        ...(!byPrefix && { logGroupNames: await namedGroups() }),
        startTime: Math.floor(sinceMs / 1000),
        endTime: Math.ceil(untilMs / 1000),
      }),
    );
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
      if (status === 'Complete')
        return results.flatMap((row) => row.find(({ field }) => field === '@message')?.value ?? []);
      if (status !== 'Running' && status !== 'Scheduled')
        throw new UserError(
          `The search of the logs ended as ${status}. Run the command again, or give a later --since.`,
        );
      await wait(POLL_MS);
    }
    throw new UserError('The search of the logs takes longer than a minute. Give a later --since.');
  };

  return {
    find: async (texts, sinceMs, untilMs) => {
      const pattern = `"(${texts.map(escaped).join('|')})"`;
      const query = `fields @message | filter @message like /${pattern}/ | sort @timestamp desc | limit ${MAX_LINES}`;
      const messages = await run(query, sinceMs, untilMs);
      const wanted = new RegExp(pattern);
      const lines = messages
        // The emulator stores what a function wrote at once as one message.
        .flatMap((message) => message.split('\n'))
        .flatMap((text) => (wanted.test(text) ? (lineOf(text) ?? []) : []))
        // The prefix of a stage may also begin the name of another one.
        .filter((line) => line.stage === stage)
        .map((line) => ({ ...line, function: line.function.replace(functionPrefix, '') }))
        .sort((one, other) => (one.time < other.time ? -1 : 1));
      return { lines, isCut: messages.length >= MAX_LINES };
    },
  };
};
