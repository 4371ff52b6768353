/** The prices of one region in dollars, in the first tier, without free allowances and taxes. */
export interface Prices {
  readonly dollarsPerMillion: {
    readonly readUnits: number;
    readonly writeUnits: number;
    readonly httpApiRequests: number;
    readonly lambdaRequests: number;
    readonly sqsRequests: number;
    readonly snsRequests: number;
    readonly eventBridgeEvents: number;
    readonly schedulerInvocations: number;
    readonly sesMails: number;
    readonly secretReads: number;
    readonly keyRequests: number;
    readonly filePuts: number;
    readonly fileGets: number;
    readonly traces: number;
    readonly webAclRequests: number;
  };
  readonly dollarsPerGigabyteSecondArm: number;
  readonly dollarsPerGigabyte: {
    readonly logsTaken: number;
    readonly eventsArchived: number;
    readonly sentToInternet: number;
  };
  readonly dollarsPerGigabyteMonth: {
    readonly table: number;
    readonly tableRecovery: number;
    readonly logs: number;
    readonly files: number;
    readonly archivedEvents: number;
    readonly tableBackups: number;
    readonly fileBackups: number;
  };
  readonly dollarsPerMonth: {
    readonly alarmMetric: number;
    readonly compositeAlarm: number;
    readonly customMetric: number;
    readonly dashboard: number;
    readonly secret: number;
    readonly key: number;
    readonly webAcl: number;
    readonly webAclRule: number;
    readonly hostedZone: number;
    readonly healthCheck: number;
  };
}

/** The same in all regions that are listed. */
const EVERYWHERE = {
  lambdaRequests: 0.2,
  sqsRequests: 0.4,
  snsRequests: 0.5,
  eventBridgeEvents: 1,
  schedulerInvocations: 1,
  sesMails: 100,
  secretReads: 5,
  keyRequests: 3,
  filePuts: 5,
  fileGets: 0.4,
  traces: 5,
  webAclRequests: 0.6,
} as const;

const EVERY_MONTH = {
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  customMetric: 0.3,
  dashboard: 3,
  secret: 0.4,
  key: 1,
  webAcl: 5,
  webAclRule: 1,
  hostedZone: 0.5,
  healthCheck: 0.5,
} as const;

/**
 * AWS's list prices by region. Look them up again before you rely on one: the lists of DynamoDB, Lambda, API Gateway,
 * SQS, SNS, CloudWatch, Secrets Manager and S3 are those at https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/ of
 * {@link PRICES_AS_OF}; the others are on their services' pages, https://aws.amazon.com/<service>/pricing/.
 */
export const PRICES_OF_REGIONS = {
  'eu-west-1': {
    dollarsPerMillion: { ...EVERYWHERE, readUnits: 0.1415, writeUnits: 0.705, httpApiRequests: 1.11 },
    dollarsPerGigabyteSecondArm: 0.0000133334,
    dollarsPerGigabyte: { logsTaken: 0.57, eventsArchived: 0.1, sentToInternet: 0.09 },
    dollarsPerGigabyteMonth: {
      table: 0.283,
      tableRecovery: 0.22,
      logs: 0.03,
      files: 0.023,
      archivedEvents: 0.023,
      tableBackups: 0.1132,
      fileBackups: 0.05,
    },
    dollarsPerMonth: EVERY_MONTH,
  },
  'us-east-1': {
    dollarsPerMillion: { ...EVERYWHERE, readUnits: 0.125, writeUnits: 0.625, httpApiRequests: 1 },
    dollarsPerGigabyteSecondArm: 0.0000133334,
    dollarsPerGigabyte: { logsTaken: 0.5, eventsArchived: 0.1, sentToInternet: 0.09 },
    dollarsPerGigabyteMonth: {
      table: 0.25,
      tableRecovery: 0.2,
      logs: 0.03,
      files: 0.023,
      archivedEvents: 0.023,
      tableBackups: 0.1,
      fileBackups: 0.05,
    },
    dollarsPerMonth: EVERY_MONTH,
  },
} as const satisfies Readonly<Record<string, Prices>>;

/** The day of the price lists. */
export const PRICES_AS_OF = '2026-10-02';

/**
 * The prices of a region.
 *
 * @throws RangeError for a region whose prices are not listed.
 */
export const pricesOf = (region: string): Prices => {
  const prices: Prices | undefined = (PRICES_OF_REGIONS as Readonly<Record<string, Prices>>)[region];
  if (!prices) throw new RangeError(`tests/bench/prices.ts has no prices of ${region}`);
  return prices;
};

/** Assumptions for what no emulator can measure. */
export const ASSUMED = {
  millisecondsOfOurOwnCode: 3,
  millisecondsOfATrip: 8,
  millisecondsOfATransaction: 25,
  millisecondsOfAPasswordHash: 60,
  millisecondsOfAPost: 200,
  /** The initialisation of a function, which is billed. */
  millisecondsOfAColdStart: 300,
  /** How long a container waits for its next call before Lambda ends it. */
  secondsOfAnIdleContainer: 420,
  /** Lambda's three lines of a run, and ours. */
  logBytesOfARun: 700,
  /** Our metrics of a run and its line in the access log, if there is any. */
  logBytesOfAMetric: 270,
  logBytesOfAnAccess: 330,
  /** Logs are stored compressed. */
  shareOfLogsStored: 0.2,
  bytesOfAFile: 500_000,
  bytesOfAResponse: 3000,
  bytesOfAnEvent: 1500,
  /** The share of hours in which a metric that reports trouble has a value. */
  shareOfHoursWithTrouble: 0.05,
} as const;
