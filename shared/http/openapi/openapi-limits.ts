import type { Contract } from '#shared/http/contract';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';

/** The units of windows, longest first. */
const UNITS = [
  [3600, 'hour', 'an hour'],
  [60, 'minute', 'a minute'],
  [1, 'second', 'a second'],
] as const;

/** `in 15 minutes`, `an hour`. */
const inWords = (seconds: number): string => {
  const [unitSeconds, unit, one] = UNITS.find(([size]) => seconds % size === 0) ?? UNITS[2];
  const count = seconds / unitSeconds;
  return count === 1 ? one : `in ${count} ${unit}s`;
};

const CALLERS = { address: 'from one address', account: 'by one account' } as const;

/** What a limit counts where it does not count every request; see `limitApplies`. */
const COUNTED = 'Only requests with valid fields that ask for something new count.';

/** The description of an operation with its rate limit (interface: Limits). */
export const describedWithLimit = ({ description, limit, limitApplies }: Contract): string | undefined => {
  if (limit === undefined) return description;
  const { requests, windowSeconds, per } = RATE_LIMITS[limit];
  const sentence = `Limit: ${requests} requests ${inWords(windowSeconds)} ${CALLERS[per]}, over all operations of the limit \`${limit}\`.`;
  const limitText = limitApplies ? `${sentence} ${COUNTED}` : sentence;
  return [description, limitText].filter(Boolean).join('\n\n');
};
