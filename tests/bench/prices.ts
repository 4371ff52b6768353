/** AWS's prices, and assumptions for what no emulator can measure. Look the prices up again before you rely on one. */
export const PRICES = {
  source: 'AWS public list prices, us-east-1, first tier, without free tiers and taxes',
  asOf: '2025-06-30',
  dollarsPerMillion: {
    readUnits: 0.125,
    writeUnits: 0.625,
    httpApiRequests: 1,
    lambdaRequests: 0.2,
    sqsRequests: 0.4,
    eventBridgeEvents: 1,
    sesMails: 100,
  },
  dollarsPerGigabyteSecondArm: 0.0000133334,
  dollarsPerLogGigabyte: 0.5,
  assumed: {
    millisecondsOfOurOwnCode: 3,
    millisecondsOfATrip: 8,
    millisecondsOfATransaction: 25,
    millisecondsOfAPasswordHash: 60,
    millisecondsOfAPost: 200,
    logBytesOfARequest: 700,
  },
} as const;
