import type { AccountEnvironment } from '#shared/platform/scope';
import { classificationOf, normaliseRegistrationNumber } from '#shared/sources/formats';
import type { ClassificationId } from '#shared/sources/ports';

/** A registration number and its parts. */
export interface CompanyNumber {
  readonly classificationId: ClassificationId;
  /** As normalised: `RC0012345`. */
  readonly registrationNumber: string;
  /** The part that is unique in a classification: the digits without leading zeros. */
  readonly digits: string;
}

/**
 * Parses the number of a company in any common spelling. Its classification is that of its prefix, else the given one,
 * else a company's.
 *
 * @returns `malformed` for a text that is no such number; `contradicted` if the prefix contradicts the given
 * classification.
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

/** The number of a company in a text that a request schema has accepted as such. */
export const requiredCompanyNumber = (text: string, classificationId?: ClassificationId): CompanyNumber => {
  const number = companyNumber(text, classificationId);
  if (typeof number === 'string') throw new TypeError(`A number was accepted that is ${number}`);
  return number;
};

/** The space in which a company's number is unique: `live` for all accounts, or the sandbox of one account. */
export const companySpace = ({ accountId, environment }: AccountEnvironment): string =>
  environment === 'live' ? 'live' : accountId;
