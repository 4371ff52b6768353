import * as v from 'valibot';

/** A whole number from 0 that a JavaScript number holds exactly: kobo, counts, seconds. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
