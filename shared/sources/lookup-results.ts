import type { SourceResult, Unavailable, UnavailableCause } from './ports.ts';

/** The record exists, with these facts. */
export const found = <Facts>(facts: Facts): SourceResult<Facts> => ({ status: 'found', facts });

/** The source confirms that there is no such record. */
export const NOT_FOUND = { status: 'not_found' } as const;

/** There is no reliable response. */
export const unavailable = (cause: UnavailableCause): Unavailable => ({ status: 'unavailable', cause });
