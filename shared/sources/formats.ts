import type { ClassificationId, TaxNumberKind } from './ports.ts';

/**
 * Nigerian identifiers, accepted as people write them and converted to one form. A normaliser returns `undefined` for a
 * text that cannot be such an identifier; only a source can tell whether it exists.
 */

/**
 * The accepted forms for HTML's `pattern` attribute (regular expressions with the `v` flag, anchored), for form fields.
 * Each matches exactly what its normaliser accepts.
 */
export const FORMAT_PATTERNS = {
  registrationNumber:
    '^\\s*(?:[Cc][Aa][Cc][\\s\\/.:\\-]*)?(?:(?:[Rr][Cc]|[Bb][Nn]|[Ii][Tt]|[Ll]{1,2}[Pp])[\\s\\/.:\\-]*)?(?:[Nn][Oo][\\s\\/.:\\-]*)?\\d{1,10}\\s*$',
  taxNumber: '^\\s*(?:[Tt][Ii][Nn][\\s:\\-]*)?(?:\\d{8}[\\s\\-]?\\d{4}|\\d{8,10}|\\d{13})\\s*$',
  bankCode: '^\\s*(?:\\d{3}|\\d{5}|\\d{6})\\s*$',
  accountNumber: '^\\s*\\d(?:[\\s\\-]?\\d){9}\\s*$',
  meterNumber: '^\\s*\\d(?:[\\s\\-]?\\d){5,12}\\s*$',
  nationalIdNumber: '^\\s*\\d(?:[\\s\\-]?\\d){10}\\s*$',
} as const;

const REGISTRATION_NUMBER = /^(?:CAC[\s/.:-]*)?(?:(RC|BN|IT|LLP|LP)[\s/.:-]*)?(?:NO[\s/.:-]*)?(\d{1,10})$/i;

/** The registry's prefix of each kind of business, by `classification.id`. */
const REGISTRATION_PREFIXES: Readonly<Record<ClassificationId, string>> = {
  1: 'BN',
  2: 'RC',
  3: 'IT',
  4: 'LP',
  5: 'LLP',
};

/**
 * A registration number as `RC1234567`: prefix and digits without separators, leading zeros kept. `CAC/IT/NO 1234` is
 * `IT1234`. A number without prefix gets the one of its classification, a company's when that is unknown.
 */
export const normaliseRegistrationNumber = (
  text: string,
  classificationId: ClassificationId = 2,
): string | undefined => {
  const [, prefix, digits] = REGISTRATION_NUMBER.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : (prefix?.toUpperCase() ?? REGISTRATION_PREFIXES[classificationId]) + digits;
};

/**
 * The classification that a number's prefix stands for. @param registrationNumber a result of
 * `normaliseRegistrationNumber`.
 */
export const classificationOf = (registrationNumber: string): ClassificationId => {
  const prefix = /^[A-Z]+/.exec(registrationNumber)?.[0];
  const [named] = Object.entries(REGISTRATION_PREFIXES).find(([, known]) => known === prefix) ?? ['2'];
  return Number(named) as ClassificationId;
};

/** A normalised tax number, and its kind. */
export interface TaxNumber {
  readonly kind: TaxNumberKind;
  readonly taxNumber: string;
}

/**
 * Normalises a tax number: `NNNNNNNN-NNNN` from the federal service, 8 to 10 digits from the Joint Tax Board, or the
 * 13-digit Tax ID that has replaced both since 2026. The dash may be missing or a space, and `TIN` may precede it.
 */
export const normaliseTaxNumber = (text: string): TaxNumber | undefined => {
  const number = text.trim().replace(/^TIN[\s:-]*/i, '');
  const [, base, branch] = /^(\d{8})[\s-]?(\d{4})$/.exec(number) ?? [];
  if (base !== undefined) return { kind: 'firs_tin', taxNumber: `${base}-${branch}` };
  if (/^\d{8,10}$/.test(number)) return { kind: 'jtb_tin', taxNumber: number };
  if (/^\d{13}$/.test(number)) return { kind: 'tax_id', taxNumber: number };
  return undefined;
};

const digitsOf = (text: string, least: number, most: number): string | undefined => {
  const trimmed = text.trim();
  if (!/^\d(?:[\s-]?\d)*$/.test(trimmed)) return undefined;
  const digits = trimmed.replace(/\D/g, '');
  return digits.length >= least && digits.length <= most ? digits : undefined;
};

/** An account number (NUBAN) as its ten digits. */
export const normaliseAccountNumber = (text: string): string | undefined => digitsOf(text, 10, 10);

/** An electricity meter number as its 6 to 13 digits. */
export const normaliseMeterNumber = (text: string): string | undefined => digitsOf(text, 6, 13);

/** A national identification number (NIN) as its eleven digits. */
export const normaliseNationalIdNumber = (text: string): string | undefined => digitsOf(text, 11, 11);

/**
 * The bank code as the six digits that the check-digit rule uses: the 3 digits of a bank are padded, the 5 of another
 * institution follow a 9.
 */
const sixDigitBankCode = (bankCode: string): string =>
  bankCode.length === 5 ? `9${bankCode}` : bankCode.padStart(6, '0');

/**
 * Whether an account number's last digit is the check digit of the bank and the serial number. Some accounts in use
 * break the rule, so it only justifies a warning (Central Bank of Nigeria, "Revised Standards on Nigeria Uniform Bank
 * Account Number Scheme").
 *
 * @param bankCode 3, 5 or 6 digits.
 * @param accountNumber ten digits.
 */
export const hasNubanCheckDigit = (bankCode: string, accountNumber: string): boolean => {
  const checked = sixDigitBankCode(bankCode) + accountNumber.slice(0, 9);
  const sum = [...checked].reduce((total, digit, i) => total + Number(digit) * (i % 3 === 1 ? 7 : 3), 0);
  return (10 - (sum % 10)) % 10 === Number(accountNumber[9]);
};

/** Nigerian national numbers without the leading zero: mobiles, and fixed lines in the old and the new numbering. */
const NIGERIAN_NUMBER = /^(?:[2789]\d{9}|[1-9]\d{7})$/;

/**
 * A phone number in E.164. A number without country code is Nigerian: `0803 123 4567` is `+2348031234567`. A number of
 * another country is kept when it includes its code.
 */
export const normalisePhone = (text: string): string | undefined => {
  const trimmed = text.trim();
  if (!/^\+?[\d\s().-]+$/.test(trimmed)) return undefined;
  const digits = trimmed.replace(/\D/g, '');
  const international = trimmed.startsWith('+') || digits.startsWith('00');
  const number = digits.replace(/^00/, '');
  if (international && !number.startsWith('234')) return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : undefined;
  const hasCountryCode = international || (number.startsWith('234') && number.length > 10);
  const national = (hasCountryCode ? number.slice(3) : number).replace(/^0/, '');
  return NIGERIAN_NUMBER.test(national) ? `+234${national}` : undefined;
};
