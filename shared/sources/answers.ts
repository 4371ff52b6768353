import type { SourceAnswer, Unavailable, UnavailableCause } from './ports.ts';

/** The record exists, with these facts. */
export const found = <Facts>(facts: Facts): SourceAnswer<Facts> => ({ status: 'found', facts });

/** The source is sure that there is no such record. */
export const NOT_FOUND = { status: 'not_found' } as const;

/** There is no answer to rely on. */
export const unavailable = (cause: UnavailableCause): Unavailable => ({ status: 'unavailable', cause });
