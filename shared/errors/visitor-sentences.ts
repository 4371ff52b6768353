import type { ErrorCode } from './errors.ts';

/**
 * The sentences for visitors of a form, by code, for errors that concern the owner of the form. These errors have no
 * details, because visitors must learn neither balance nor price.
 */
export const VISITOR_SENTENCES = {
  INSUFFICIENT_BALANCE: 'This form cannot be opened at the moment. Please contact the business that sent you here.',
} as const satisfies Partial<Record<ErrorCode, string>>;
