import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { emailText, text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { described } from '#shared/platform/described';
import { FORMAT_PATTERNS } from '#shared/sources/formats';
import { companyNumber } from './company-number.ts';

/** A registration number in any common spelling. */
export const rcNumberText = described(
  v.pipe(
    text(40, { minLength: 1, trim: true }),
    // For the API document: the pattern of `isNumber` below.
    v.metadata({ pattern: FORMAT_PATTERNS.registrationNumber }),
  ),
  'The registration number of the business, with or without its prefix, such as `RC1234567`, `BN 3456` or ' +
    '`1234567`.',
  { examples: ['RC1234567'] },
);

/** Determines how a number without prefix is read. */
export const classificationSchema = described(
  v.picklist([1, 2, 3, 4, 5]),
  'The kind of business: 1 business name (BN), 2 company (RC), 3 incorporated trustees (IT), 4 limited ' +
    'partnership (LP), 5 limited liability partnership (LLP). By default, the kind that the prefix of the ' +
    'number stands for, or else 2.',
);

interface SentNumber {
  readonly rcNumber?: string | undefined;
  readonly classificationId?: v.InferOutput<typeof classificationSchema> | undefined;
}

const readAs = ({ rcNumber, classificationId }: SentNumber) =>
  rcNumber === undefined ? undefined : companyNumber(rcNumber, classificationId);

/** Whether `rcNumber` is a registration number; the message is for any other. */
export const isNumber = (sent: SentNumber): boolean => readAs(sent) !== 'malformed';
export const NOT_A_NUMBER = 'Must be a registration number such as RC1234567';

/** Whether `classificationId` agrees with the prefix of `rcNumber`, with the message if it does not. */
export const isOfClassification = (sent: SentNumber): boolean => readAs(sent) !== 'contradicted';
export const NOT_OF_CLASSIFICATION = 'Must match the prefix of rcNumber';

/** The business to add: its number in any common spelling, and what determines how that is read. */
export const addCompanyBody = v.pipe(
  object({
    rcNumber: rcNumberText,
    classificationId: v.optional(classificationSchema),
    companyName: v.optional(
      described(
        text(200, { minLength: 1, trim: true }),
        'The name that you know the business by. If the name in the registry differs, the response has a warning.',
      ),
    ),
  }),
  v.forward(v.partialCheck([['rcNumber'], ['classificationId']], isNumber, NOT_A_NUMBER), ['rcNumber']),
  v.forward(v.partialCheck([['rcNumber'], ['classificationId']], isOfClassification, NOT_OF_CLASSIFICATION), [
    'classificationId',
  ]),
);

const statement = (maxLength: number, description: string) =>
  v.optional(v.nullable(described(text(maxLength, { minLength: 1, trim: true }), description)));

const profile = (description: string) => v.optional(v.nullable(described(addressText(2048), description)));

/** The owner's statements about a company. A field that is left out stays unchanged; null states that there is none. */
export const changeCompanyBody = object({
  contact: v.optional(
    described(
      object({
        email: v.optional(v.nullable(described(emailText(254, { trim: true }), 'The email address of the company.'))),
        address: statement(500, 'The house number and street.'),
        city: statement(120, 'The city.'),
        state: statement(120, 'The state.'),
        lga: statement(120, 'The local government area.'),
      }),
      'The contact details of the company.',
    ),
  ),
  socials: v.optional(
    described(
      object({
        website: profile('The website.'),
        facebook: profile('The Facebook page.'),
        instagram: profile('The Instagram profile.'),
        linkedin: profile('The LinkedIn page.'),
        twitter: profile('The X profile.'),
        tiktok: profile('The TikTok profile.'),
      }),
      'The website and social media profiles of the company.',
    ),
  ),
  businessDescription: statement(2000, 'What the company does, in your own words.'),
});

/** The owner's statements about a company. */
export type CompanyStatements = v.InferOutput<typeof changeCompanyBody>;
