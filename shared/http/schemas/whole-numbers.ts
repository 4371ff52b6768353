import * as v from 'valibot';

/** A whole number of a request, within bounds. @param message where it is not to be that of the rule that is broken. */
// @__NO_SIDE_EFFECTS__
export function wholeNumberBetween(least: number, most: number, message?: string) {
  return v.pipe(v.number(), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}
