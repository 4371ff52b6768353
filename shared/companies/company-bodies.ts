import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { emailText, text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { described } from '#shared/platform/described';
import { FORMAT_PATTERNS } from '#shared/sources/formats';
import { companyNumber } from './company-number.ts';

/** The business to add: its number, as people write it, and what decides how it is read. */
export const addCompanyBody = v.pipe(
  object({
    rcNumber: described(
      v.pipe(
        text(40, { minLength: 1, trim: true }),
        // For the API document: the rule of the first check below.
        v.metadata({ pattern: FORMAT_PATTERNS.registrationNumber }),
      ),
      'Its number in the registry, with or without prefix: `RC1234567`, `BN 3456`, `1234567`.',
      { examples: ['RC1234567'] },
    ),
    classificationId: v.optional(
      described(
        v.picklist([1, 2, 3, 4, 5]),
        'The kind of business: 1 business name (BN), 2 company (RC), 3 incorporated trustees (IT), 4 limited partnership ' +
          '(LP), 5 limited liability partnership (LLP). Without it the one that the prefix names, else 2.',
      ),
    ),
    companyName: v.optional(
      described(
        text(200, { minLength: 1, trim: true }),
        'The name that you know it by; another one in the registry is a warning.',
      ),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['rcNumber'], ['classificationId']],
      ({ rcNumber, classificationId }) => companyNumber(rcNumber, classificationId) !== 'malformed',
      'Must be a number of the registry, such as RC1234567',
    ),
    ['rcNumber'],
  ),
  v.forward(
    v.partialCheck(
      [['rcNumber'], ['classificationId']],
      ({ rcNumber, classificationId }) => companyNumber(rcNumber, classificationId) !== 'contradicted',
      'Must be the classification that the prefix of rcNumber names',
    ),
    ['classificationId'],
  ),
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
