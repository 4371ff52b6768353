import type { Condition } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from './applicant.ts';

/** The condition of every write to an applicant: it has not been erased. */
export const NOT_ERASED = { erasedAt: 'missing' } as const satisfies Condition;

/** The error for an operation on an erased applicant. */
export const alreadyErased = (erasedAt: string): ApiError =>
  new ApiError('ILLEGAL_STATE', {
    details: [{ path: 'erasedAt', message: `The applicant was erased at ${erasedAt}` }],
  });

/** @throws ApiError ILLEGAL_STATE for an erased applicant. */
export const guardNotErased = ({ erasedAt }: Pick<Applicant, 'erasedAt'>): void => {
  if (erasedAt !== undefined) throw alreadyErased(erasedAt);
};
