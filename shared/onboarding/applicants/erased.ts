import type { Condition } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from './applicant.ts';

/** What every write to an applicant requires: what is known of it was not erased. */
export const NOT_ERASED = { erasedAt: 'missing' } as const satisfies Condition;

/** The refusal of what cannot be done any more, because what is known of the applicant was erased. */
export const alreadyErased = (erasedAt: string): ApiError =>
  new ApiError('ILLEGAL_STATE', {
    details: [{ path: 'erasedAt', message: `The applicant was erased at ${erasedAt}` }],
  });

/** @throws ApiError ILLEGAL_STATE for an applicant that was erased. */
export const guardNotErased = ({ erasedAt }: Pick<Applicant, 'erasedAt'>): void => {
  if (erasedAt !== undefined) throw alreadyErased(erasedAt);
};
