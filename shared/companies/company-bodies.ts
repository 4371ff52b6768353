import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { emailText, text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { described } from '#shared/platform/described';
import { FORMAT_PATTERNS } from '#shared/sources/formats';
import { companyNumber } from './company-number.ts';

/** A number of the registry, as people write it. */
export const rcNumberText = described(
  v.pipe(
    text(40, { minLength: 1, trim: true }),
    // For the API document: the rule of `isNumber` below.
    v.metadata({ pattern: FORMAT_PATTERNS.registrationNumber }),
  ),
  'Its number in the registry, with or without prefix: `RC1234567`, `BN 3456`, `1234567`.',
  { examples: ['RC1234567'] },
);

/** What decides how a number is read. */
export const classificationSchema = described(
  v.picklist([1, 2, 3, 4, 5]),
  'The kind of business: 1 business name (BN), 2 company (RC), 3 incorporated trustees (IT), 4 limited partnership ' +
    '(LP), 5 limited liability partnership (LLP). Without it the one that the prefix names, else 2.',
);

interface SentNumber {
  readonly rcNumber?: string | undefined;
  readonly classificationId?: v.InferOutput<typeof classificationSchema> | undefined;
}

const readAs = ({ rcNumber, classificationId }: SentNumber) =>
  rcNumber === undefined ? undefined : companyNumber(rcNumber, classificationId);

/** Whether `rcNumber` is a number of the registry, where there is one, and what is said of another. */
export const isNumber = (sent: SentNumber): boolean => readAs(sent) !== 'malformed';
export const NOT_A_NUMBER = 'Must be a number of the registry, such as RC1234567';

/** Whether `classificationId` agrees with the prefix of `rcNumber`, and what is said where it does not. */
export const isOfClassification = (sent: SentNumber): boolean => readAs(sent) !== 'contradicted';
export const NOT_OF_CLASSIFICATION = 'Must be the classification that the prefix of rcNumber names';

/** The business to add: its number, as people write it, and what decides how it is read. */
export const addCompanyBody = v.pipe(
  object({
    rcNumber: rcNumberText,
    classificationId: v.optional(classificationSchema),
    companyName: v.optional(
      described(
        text(200, { minLength: 1, trim: true }),
        'The name that you know it by; another one in the registry is a warning.',
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

/** What the owner may state of a company: what is left out stays as it is, null says that there is none. */
export const changeCompanyBody = object({
  contact: v.optional(
    described(
      object({
        email: v.optional(v.nullable(described(emailText(254, { trim: true }), 'Its e-mail address.'))),
        address: statement(500, 'House and street.'),
        city: statement(120, 'The city.'),
        state: statement(120, 'The state.'),
        lga: statement(120, 'The local government area.'),
      }),
      'How it is reached.',
    ),
  ),
  socials: v.optional(
    described(
      object({
        website: profile('Its website.'),
        facebook: profile('Its page on Facebook.'),
        instagram: profile('Its profile on Instagram.'),
        linkedin: profile('Its page on LinkedIn.'),
        twitter: profile('Its profile on X.'),
        tiktok: profile('Its profile on TikTok.'),
      }),
      'Where it is online.',
    ),
  ),
  businessDescription: statement(2000, 'What it does, in your words.'),
});

/** What the owner states of a company. */
export type CompanyStatements = v.InferOutput<typeof changeCompanyBody>;
