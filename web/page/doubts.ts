import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { hasNubanCheckDigit, normaliseAccountNumber } from '#shared/sources/formats';
import * as TEXTS from './texts.ts';
import type { ModuleValues } from './values.ts';

/**
 * What looks wrong about an account number at its bank. It is no error, because some accounts in use break the
 * check-digit rule.
 */
export const accountDoubt = ({ name }: ModuleField, values: ModuleValues | undefined): string | undefined => {
  const { bankCode, accountNumber } = values ?? {};
  if (name !== 'accountNumber' || typeof bankCode !== 'string' || typeof accountNumber !== 'string') return undefined;
  const number = normaliseAccountNumber(accountNumber);
  const isBank = /^(?:\d{3}|\d{5}|\d{6})$/.test(bankCode.trim());
  return number === undefined || !isBank || hasNubanCheckDigit(bankCode.trim(), number)
    ? undefined
    : TEXTS.accountDoubt;
};
