import { grouped } from '#shared/platform/grouped';
import { classificationOf } from '#shared/sources/formats';
import type { RegistryFacts } from '#shared/sources/ports';

/** The addresses of the sandbox's businesses, chosen by the number modulo their count. */
const PLACES = [
  { city: 'Ikeja', state: 'Lagos', lga: 'Ikeja' },
  { city: 'Garki', state: 'FCT', lga: 'Abuja Municipal' },
  { city: 'Kano', state: 'Kano', lga: 'Nassarawa' },
  { city: 'Enugu', state: 'Enugu', lga: 'Enugu North' },
] as const;

/** Their activities, chosen in the same way. */
const ACTIVITIES = [
  { natureOfBusiness: 'Retail of textiles', businessCategory: 'Trade' },
  { natureOfBusiness: 'Software development', businessCategory: 'Technology' },
  { natureOfBusiness: 'Processing of food', businessCategory: 'Manufacturing' },
  { natureOfBusiness: 'Road haulage', businessCategory: 'Transport' },
] as const;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Companies and partnerships have shares; business names and trustees have none. */
const SHARE_CLASSES: ReadonlySet<number> = new Set([2, 4, 5]);

const sharesOf = (digits: number) => {
  const shares = 1_000_000 * (1 + (digits % 10));
  return {
    shareCapital: shares,
    dividedInto: `${grouped(shares)} ordinary shares of ₦1 each`,
    shareholders: [
      { name: 'Sandbox Shareholder One', shareType: 'ordinary', numberOfShares: shares * 0.6, percentage: 60 },
      { name: 'Sandbox Shareholder Two', shareType: 'ordinary', numberOfShares: shares * 0.4, percentage: 40 },
    ],
  };
};

/**
 * The record of the sandbox's registry for a number, derived from the number's digits: docs/operate/sources.md lists
 * how.
 *
 * @param registrationNumber in the form of `normaliseRegistrationNumber`.
 */
export const sandboxRecord = (registrationNumber: string): Omit<RegistryFacts, 'businessName' | 'businessStatus'> => {
  const digits = Number(registrationNumber.replace(/^[A-Z]+/, ''));
  const place = PLACES[digits % PLACES.length] ?? PLACES[0];
  const registrationDate = `${2000 + (digits % 24)}-${twoDigits(1 + (digits % 12))}-${twoDigits(1 + (digits % 28))}`;
  return {
    registrationNumber,
    registrationDate,
    commencementDate: registrationDate,
    ...(ACTIVITIES[digits % ACTIVITIES.length] ?? ACTIVITIES[0]),
    email: `${registrationNumber.toLowerCase()}@sandbox.example`,
    address: `${1 + (digits % 200)} Sandbox Street`,
    ...place,
    ...(SHARE_CLASSES.has(classificationOf(registrationNumber)) && sharesOf(digits)),
    registrar: { name: 'Sandbox Registrar', office: place.state },
  };
};
