/** The current time, in milliseconds since the epoch. Passed as an argument so that tests control time. */
export type Clock = () => number;

/** The machine's clock. */
export const systemClock: Clock = () => Date.now();

/** An ISO 8601 UTC timestamp with milliseconds (interface: General conventions, 4). */
export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** Whole Unix seconds, as DynamoDB's time to live and the signature headers require. */
export const unixSeconds = (epochMs: number): number => Math.floor(epochMs / 1000);
