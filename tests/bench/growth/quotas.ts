/** How busy the busiest second is, in averages. */
const PEAK = 10;

/** What a stage does in a second, on average. */
export interface Load {
  readonly callsASecond: number;
  /** Runs at the same time. */
  readonly concurrency: number;
  readonly writeUnitsASecond: number;
  readonly eventsASecond: number;
  readonly mailsASecond: number;
  /** Functions of one stage, each with its own role. */
  readonly functions: number;
}

/** A quota of the account and region. */
export interface Quota {
  readonly what: string;
  /** Its code in Service Quotas. */
  readonly code: string;
  readonly byDefault: number;
  /** What a stage needs of it. */
  readonly needs: (load: Load) => number;
}

/**
 * The quotas that a stage meets first, with their defaults in `eu-west-1` (AWS, "Service endpoints and quotas", and the
 * console of Service Quotas). New accounts may have less: look them up before going live.
 */
export const QUOTAS: readonly Quota[] = [
  {
    what: 'SES mails a day',
    code: 'L-804C8AE8',
    byDefault: 200,
    needs: ({ mailsASecond }) => mailsASecond * 86_400 * 2,
  },
  { what: 'SES mails a second', code: 'L-CDEF9B6B', byDefault: 1, needs: ({ mailsASecond }) => mailsASecond * PEAK },
  {
    what: 'Lambda concurrency',
    code: 'L-B99A9384',
    byDefault: 1000,
    needs: ({ concurrency }) => concurrency * PEAK,
  },
  {
    what: 'table write units',
    code: 'L-AB614373',
    byDefault: 40_000,
    needs: ({ writeUnitsASecond }) => writeUnitsASecond * PEAK,
  },
  {
    what: 'API calls',
    code: 'L-8A5B8E43',
    byDefault: 10_000,
    needs: ({ callsASecond }) => callsASecond * PEAK,
  },
  {
    what: 'EventBridge events',
    code: 'L-9B653E91',
    byDefault: 10_000,
    needs: ({ eventsASecond }) => eventsASecond * PEAK,
  },
  { what: 'IAM roles', code: 'L-FE177D64', byDefault: 1000, needs: ({ functions }) => functions },
];
