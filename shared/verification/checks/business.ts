import {
  hasNubanCheckDigit,
  normaliseAccountNumber,
  normaliseRegistrationNumber,
  normaliseTaxNumber,
} from '#shared/sources/formats';
import type { ClassificationId } from '#shared/sources/ports';
import { textOf } from '#shared/verification/answer-values';
import type { CheckReason } from '#shared/verification/check-reasons';
import { defined } from '#shared/verification/defined';
import { type Check, failed, judged, nameDoubts, passed, review, withoutVerdict } from './check.ts';

const CLASSIFICATIONS: Readonly<Record<string, ClassificationId>> = {
  business_name: 1,
  company: 2,
  incorporated_trustees: 3,
  limited_partnership: 4,
  limited_liability_partnership: 5,
};

/** The registry knows the number, lists the business as active, and by the declared name. */
export const checkCacRegistration: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const classificationId = CLASSIFICATIONS[textOf(answers, 'businessType') ?? ''];
  const registrationNumber = normaliseRegistrationNumber(textOf(answers, 'registrationNumber') ?? '', classificationId);
  if (registrationNumber === undefined) return failed('registration_number_malformed');
  const answer = await ports.registry({ registrationNumber, ...defined({ classificationId, businessName }) }, signal);
  return judged(answer, failed('registration_not_found'), (business) => {
    const doubts = nameDoubts(business.businessName, businessName);
    if (business.businessStatus === 'inactive') return failed('business_inactive', ...doubts);
    return doubts.length > 0 ? review(...doubts) : passed();
  });
};

/** The tax authority knows the number, by the declared name. */
export const checkTaxNumber: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const taxNumber = normaliseTaxNumber(textOf(answers, 'tin') ?? '');
  if (taxNumber === undefined) return failed('tin_malformed');
  const answer = await ports.tax({ ...taxNumber, ...defined({ businessName }) }, signal);
  return judged(answer, failed('tin_not_found'), ({ taxpayerName }) => {
    const doubts = nameDoubts(taxpayerName, businessName);
    return doubts.length > 0 ? review(...doubts) : passed();
  });
};

/**
 * The bank knows the account, by the declared name. A wrong check digit is only noted, since accounts in use have one.
 */
export const checkBankAccount: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const bankCode = textOf(answers, 'bankCode');
  const accountNumber = normaliseAccountNumber(textOf(answers, 'accountNumber') ?? '');
  if (bankCode === undefined) return withoutVerdict('input_missing');
  if (accountNumber === undefined) return failed('account_number_malformed');
  const remarks: CheckReason[] = hasNubanCheckDigit(bankCode, accountNumber) ? [] : ['nuban_check_digit'];
  const answer = await ports.bankAccount({ bankCode, accountNumber, ...defined({ businessName }) }, signal);
  return judged(answer, failed('account_not_found', ...remarks), ({ accountName }) => {
    const doubts = nameDoubts(accountName, businessName);
    return doubts.length > 0 ? review(...doubts, ...remarks) : passed(...remarks);
  });
};
