import type { ErrorCode } from './errors.ts';

/**
 * What a visitor of a form reads of errors that concern the form's owner: the same error without its details, because
 * neither balance nor prices are a visitor's to know.
 */
export const VISITOR_SENTENCES = {
  INSUFFICIENT_BALANCE: 'This form cannot be opened at the moment. Please contact the business that sent you here.',
} as const satisfies Partial<Record<ErrorCode, string>>;
