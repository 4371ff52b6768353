import * as v from 'valibot';

/** A whole number of a request, within bounds. @param message replaces the message of the broken rule. */
// @__NO_SIDE_EFFECTS__
export function wholeNumberBetween(least: number, most: number, message?: string) {
  return v.pipe(v.number(), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}
