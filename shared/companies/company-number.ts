import type { AccountEnvironment } from '#shared/platform/scope';
import { classificationOf, normaliseRegistrationNumber } from '#shared/sources/formats';
import type { ClassificationId } from '#shared/sources/ports';

/** A number of the registry, taken apart. */
export interface CompanyNumber {
  readonly classificationId: ClassificationId;
  /** As `normaliseRegistrationNumber` writes it: `RC0012345`. */
  readonly registrationNumber: string;
  /** What is unique in its classification: the digits without leading zeros. */
  readonly digits: string;
}

/**
 * The number of a company as somebody writes it, with the classification that its prefix names, else the given one, else
 * that of a company. `malformed` for what is no such number, `contradicted` where its prefix names another
 * classification than the given one.
 */
export const companyNumber = (
  text: string,
  classificationId?: ClassificationId,
): CompanyNumber | 'malformed' | 'contradicted' => {
  const registrationNumber = normaliseRegistrationNumber(text, classificationId);
  if (registrationNumber === undefined) return 'malformed';
  const named = classificationOf(registrationNumber);
  if (classificationId !== undefined && classificationId !== named) return 'contradicted';
  return { classificationId: named, registrationNumber, digits: registrationNumber.replace(/^[A-Z]+0*(?=\d)/, '') };
};

/** The number of a company in a text that a request schema has accepted as one. */
export const requiredCompanyNumber = (text: string, classificationId?: ClassificationId): CompanyNumber => {
  const number = companyNumber(text, classificationId);
  if (typeof number === 'string') throw new TypeError(`A number was accepted that is ${number}`);
  return number;
};

/** Where a company's number is unique: `live` for all accounts, the sandbox for each account of its own. */
export const companySpace = ({ accountId, environment }: AccountEnvironment): string =>
  environment === 'live' ? 'live' : accountId;
