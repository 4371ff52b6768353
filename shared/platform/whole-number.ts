import * as v from 'valibot';

/** A whole number from 0 on that can be counted without loss: kobo, counts, seconds. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
