import {
  hasNubanCheckDigit,
  normaliseAccountNumber,
  normaliseRegistrationNumber,
  normaliseTaxNumber,
} from '#shared/sources/formats';
import type { ClassificationId, RegistryFacts, TaxFacts, TaxNumberKind } from '#shared/sources/ports';
import { textOf } from '#shared/verification/answer-values';
import type { CheckReason } from '#shared/verification/check-reasons';
import { defined } from '#shared/verification/defined';
import { type EvidenceFields, evidenceFields } from '#shared/verification/evidence-fields';
import {
  type Check,
  failed,
  judgeResult,
  type Lookup,
  type LookupContext,
  lookedUp,
  nameDoubts,
  passed,
  review,
  withoutLookup,
  withoutVerdict,
} from './check.ts';

const CLASSIFICATIONS: Readonly<Record<string, ClassificationId>> = {
  business_name: 1,
  company: 2,
  incorporated_trustees: 3,
  limited_partnership: 4,
  limited_liability_partnership: 5,
};

const present = (texts: readonly (string | undefined)[]): string[] => texts.filter((text) => text !== undefined);

/** The parts of the registry's record that checks use. */
const registered = (facts: RegistryFacts): EvidenceFields => {
  const { businessName, registrationNumber, businessStatus, registrationDate } = facts;
  const address = present([facts.address, facts.city, facts.state]).join(', ');
  const directors = (facts.directors ?? []).map(({ name }) => name);
  return evidenceFields({ businessName, registrationNumber, businessStatus, registrationDate, address, directors });
};

/** Looks a business up in the registry: it must be active and have the declared name. */
export const lookUpRegistration = async (
  sent: { readonly registrationNumber: string; readonly classificationId: ClassificationId | undefined },
  { ports, signal, businessName }: LookupContext,
): Promise<Lookup<RegistryFacts>> => {
  const { classificationId } = sent;
  const registrationNumber = normaliseRegistrationNumber(sent.registrationNumber, classificationId);
  if (registrationNumber === undefined) return withoutLookup(failed('registration_number_malformed'));
  const answer = await ports.registry({ registrationNumber, ...defined({ classificationId, businessName }) }, signal);
  return lookedUp(answer, {
    compared: evidenceFields({ registrationNumber, businessName }),
    answered: registered,
    notFound: failed('registration_not_found'),
    judge: (business) => {
      const doubts = nameDoubts(business.businessName, businessName);
      if (business.businessStatus === 'inactive') return failed('business_inactive', ...doubts);
      return doubts.length > 0 ? review(...doubts) : passed();
    },
  });
};

/** Passes if the registry has the number, with an active business of the declared name. */
export const checkCacRegistration: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const classificationId = CLASSIFICATIONS[textOf(answers, 'businessType') ?? ''];
  const registrationNumber = textOf(answers, 'registrationNumber') ?? '';
  const context = { ports, signal, businessName };
  const { outcome, facts } = await lookUpRegistration({ registrationNumber, classificationId }, context);
  return facts ? { ...outcome, registeredName: facts.businessName } : outcome;
};

/** The kinds of numbers that the check of a tax number accepts. */
const TAX_NUMBER_KINDS: readonly TaxNumberKind[] = ['firs_tin', 'jtb_tin', 'tax_id'];

/**
 * Looks a taxpayer up by its number: it must have the declared name. @param kinds the accepted kinds; others are
 * malformed.
 */
export const lookUpTaxNumber = async (
  sent: string,
  { ports, signal, businessName }: LookupContext,
  kinds: readonly TaxNumberKind[] = TAX_NUMBER_KINDS,
): Promise<Lookup<TaxFacts>> => {
  const taxNumber = normaliseTaxNumber(sent);
  if (taxNumber === undefined || !kinds.includes(taxNumber.kind)) return withoutLookup(failed('tin_malformed'));
  const answer = await ports.tax({ ...taxNumber, ...defined({ businessName }) }, signal);
  return lookedUp(answer, {
    compared: evidenceFields({ tin: taxNumber.taxNumber, businessName }),
    answered: ({ taxpayerName }) => evidenceFields({ taxpayerName }),
    notFound: failed('tin_not_found'),
    judge: ({ taxpayerName }) => {
      const doubts = nameDoubts(taxpayerName, businessName);
      return doubts.length > 0 ? review(...doubts) : passed();
    },
  });
};

/** Passes if the tax authority has the number, with the declared name. */
export const checkTaxNumber: Check = async ({ answers, declared: { businessName }, ports, signal }) =>
  (await lookUpTaxNumber(textOf(answers, 'tin') ?? '', { ports, signal, businessName })).outcome;

/**
 * Passes if the bank has the account, with the declared name. A wrong check digit only adds a note, because some
 * accounts in use have one.
 */
export const checkBankAccount: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const bankCode = textOf(answers, 'bankCode');
  const accountNumber = normaliseAccountNumber(textOf(answers, 'accountNumber') ?? '');
  if (bankCode === undefined) return withoutVerdict('input_missing');
  if (accountNumber === undefined) return failed('account_number_malformed');
  const remarks: CheckReason[] = hasNubanCheckDigit(bankCode, accountNumber) ? [] : ['nuban_check_digit'];
  const answer = await ports.bankAccount({ bankCode, accountNumber, ...defined({ businessName }) }, signal);
  return judgeResult(answer, {
    compared: evidenceFields({ bankCode, accountNumber, businessName }),
    answered: ({ accountName }) => evidenceFields({ accountName }),
    notFound: failed('account_not_found'),
    judge: ({ accountName }) => {
      const doubts = nameDoubts(accountName, businessName);
      return doubts.length > 0 ? review(...doubts) : passed(...remarks);
    },
  });
};
