import { ApiError } from '#shared/errors/api-error';
import type { ApplicantStatus } from './applicant-states.ts';

/** The error for an operation that an applicant's status does not allow. */
export const illegalState = (status: ApplicantStatus): ApiError =>
  new ApiError('ILLEGAL_STATE', { details: [{ path: 'status', message: `The applicant is ${status}` }] });
