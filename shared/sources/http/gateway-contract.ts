import * as v from 'valibot';
import { described } from '#shared/platform/described';
import { METER_PROVIDERS, type SourcePort, type SourcePorts } from '#shared/sources/ports';
import type { GATEWAY_QUESTIONS } from './gateway-questions.ts';

/*
 * The part of the gateway's contract that no function uses: the published description of each lookup and its query.
 * docs/operate/source-gateway.openapi.json is generated from this and from `GATEWAY_QUESTIONS`.
 */

/** The version of the contract. A change that gateways must implement raises the major version. */
export const GATEWAY_CONTRACT_VERSION = '1.2.0';

/** A lookup as the published contract describes it. */
interface GatewayLookup<Query, Facts> {
  readonly summary: string;
  /** When a record is found, and what its facts mean. */
  readonly description: string;
  readonly query: v.GenericSchema<unknown, Query>;
  /** It has every field that a query may have. */
  readonly example: { readonly query: Required<Query>; readonly facts: Facts };
}

type GatewayContract = {
  readonly [Name in keyof typeof GATEWAY_QUESTIONS]: SourcePorts[Name] extends SourcePort<infer Query, infer Facts>
    ? GatewayLookup<Query, Facts>
    : never;
};

const businessName = v.exactOptional(
  described(v.string(), 'The name that was declared. For a search; we compare names ourselves.'),
);

const socialProfile = v.exactOptional(
  described(v.string(), 'The address or the name of the profile, as it was declared.'),
);

/** Every lookup of the contract, by the name of its source. */
export const GATEWAY_CONTRACT: GatewayContract = {
  registry: {
    summary: 'Find a business in the registry of companies',
    description:
      'Found when the registry has the number, whatever its status. `registrationNumber` of the facts must be the number that was ' +
      'looked up, in any spelling: the record of another business is discarded. Leave out what the registry does not know. Of ' +
      'more than 200 shareholders send the largest. `directors` are those in office; `insolvency` stands there only while there are ' +
      'such proceedings, or after the end of the business. The daily check of watched vendors compares these facts with the day before.',
    query: v.object({
      registrationNumber: described(v.string(), 'Prefix (RC, BN, IT, LP, LLP) and digits: `RC1234567`.'),
      classificationId: v.exactOptional(
        described(
          v.picklist([1, 2, 3, 4, 5]),
          '1 business name, 2 company, 3 incorporated trustees, 4 limited partnership, 5 limited liability partnership.',
        ),
      ),
      businessName,
    }),
    example: {
      query: { registrationNumber: 'RC1234567', classificationId: 2, businessName: 'Adire Textiles Ltd' },
      facts: {
        registrationNumber: 'RC1234567',
        businessName: 'ADIRE TEXTILES LIMITED',
        businessStatus: 'active',
        registrationDate: '2015-08-20',
        commencementDate: '2015-09-01',
        natureOfBusiness: 'Retail of textiles',
        businessCategory: 'Trade',
        email: 'hello@adire.example',
        address: '12 Broad Street',
        city: 'Ikeja',
        state: 'Lagos',
        lga: 'Ikeja',
        shareCapital: 1_000_000,
        dividedInto: '1,000,000 ordinary shares of ₦1 each',
        shareholders: [{ name: 'Ada Obi', shareType: 'ordinary', numberOfShares: 600_000, percentage: 60 }],
        registrar: { name: 'Corporate Affairs Commission', office: 'Lagos' },
        directors: [{ name: 'Ada Obi' }, { name: 'Bello Musa' }],
        annualReturnsOverdue: false,
      },
    },
  },
  tax: {
    summary: 'Find a taxpayer',
    description: 'Found when the tax authority has the number.',
    query: v.object({
      taxNumber: described(v.string(), '`NNNNNNNN-NNNN`, 8 to 10 digits, or 13 digits, by its kind.'),
      kind: described(
        v.picklist(['firs_tin', 'jtb_tin', 'tax_id']),
        'Who has given the number: the federal service, the Joint Tax Board, or since 2026 the one Tax ID.',
      ),
      businessName,
    }),
    example: {
      query: { taxNumber: '12345678-0001', kind: 'firs_tin', businessName: 'Adire Textiles Ltd' },
      facts: { taxpayerName: 'ADIRE TEXTILES LIMITED' },
    },
  },
  bankAccount: {
    summary: 'Resolve a bank account',
    description: 'Found when the bank has the account.',
    query: v.object({
      bankCode: described(v.string(), 'As the central bank assigns it: 3, 5 or 6 digits.'),
      accountNumber: described(v.string(), 'Ten digits (NUBAN).'),
      businessName,
    }),
    example: {
      query: { bankCode: '058', accountNumber: '0123456789', businessName: 'Adire Textiles Ltd' },
      facts: { accountName: 'ADIRE TEXTILES LTD' },
    },
  },
  identity: {
    summary: 'Confirm the people of a business',
    description:
      'Found always when the people could be looked up: `people` has one verdict for each of them, in their order. `confirmed`: ' +
      'identity and role are as declared; `mismatch`: they are not; `not_confirmed`: it cannot be told. `recordedNames`, which may be ' +
      'left out, has the name in the record of each, in the same order; null where none may be told. The account is shown it.',
    query: v.object({
      role: described(
        v.picklist(['director', 'beneficial_owner', 'shareholder']),
        'The role that they are declared to have.',
      ),
      people: described(
        v.array(
          v.object({
            fullName: described(v.string(), 'The full name of the person.'),
            nationalIdNumber: v.exactOptional(described(v.string(), 'Eleven digits (NIN).')),
          }),
        ),
        'Who is to be confirmed.',
      ),
      businessName,
      registrationNumber: v.exactOptional(described(v.string(), 'Of the business: `RC1234567`.')),
    }),
    example: {
      query: {
        role: 'director',
        people: [{ fullName: 'Ada Obi', nationalIdNumber: '12345678901' }, { fullName: 'Musa Bello' }],
        businessName: 'Adire Textiles Ltd',
        registrationNumber: 'RC1234567',
      },
      facts: { people: ['confirmed', 'not_confirmed'], recordedNames: ['OBI ADA', null] },
    },
  },
  documents: {
    summary: 'Confirm a document with its issuer',
    description: 'Found when the issuer knows the number, whatever became of the document.',
    query: v.object({
      kind: described(
        v.picklist(['cac_status_report', 'memart', 'tax_clearance_certificate', 'scuml_certificate']),
        'What document it is.',
      ),
      documentNumber: described(v.string(), 'The number on it: of the registration, or of the certificate.'),
      businessName,
    }),
    example: {
      query: { kind: 'tax_clearance_certificate', documentNumber: 'TCC-2026-0099', businessName: 'Adire Textiles Ltd' },
      facts: { documentStatus: 'valid', holderName: 'ADIRE TEXTILES LIMITED' },
    },
  },
  socialMedia: {
    summary: 'Confirm profiles of a business',
    description:
      'Found always when the profiles could be looked up: `confirmed` names those that belong to the business.',
    query: v.object({
      profiles: described(
        v.object({
          website: socialProfile,
          facebook: socialProfile,
          instagram: socialProfile,
          linkedin: socialProfile,
          twitter: socialProfile,
          tiktok: socialProfile,
        }),
        'The profiles that the business declares as its own.',
      ),
      businessName,
    }),
    example: {
      query: {
        profiles: {
          website: 'https://adire.example',
          facebook: 'adire',
          instagram: '@adire',
          linkedin: 'company/adire',
          twitter: '@adire',
          tiktok: '@adire',
        },
        businessName: 'Adire Textiles Ltd',
      },
      facts: { confirmed: ['website', 'instagram'] },
    },
  },
  meter: {
    summary: 'Find an electricity meter',
    description: 'Found when the distributor has the meter.',
    query: v.object({
      meterNumber: described(v.string(), '6 to 13 digits.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The electricity distributor of the meter.'),
      businessName,
    }),
    example: {
      query: { meterNumber: '45012345678', provider: 'IKEJA', businessName: 'Adire Textiles Ltd' },
      facts: { address: '12 Broad Street, Ikeja' },
    },
  },
  visits: {
    summary: 'Book a visit to an address',
    description:
      'The one lookup with an effect: it books a visit, once for each `reference`, however often it is called. Found with `booked`, ' +
      'or with `not_possible` where nobody can go; not found for an unknown address. How a visit ends is reported later, by a signed callback.',
    query: v.object({
      reference: described(v.string(), 'The key of the booking (`addr_`).'),
      businessName: described(v.string(), 'Whom to visit.'),
      businessPhone: described(v.string(), 'Its phone number.'),
      firstName: described(v.string(), 'Whom to meet there.'),
      lastName: described(v.string(), 'Whom to meet there.'),
      phone: described(v.string(), 'The phone number of that person.'),
      street: described(v.string(), 'The house number and street.'),
      landmark: described(v.string(), 'Something near by which it is found.'),
      lga: described(v.string(), 'The local government area.'),
      city: described(v.string(), 'The city.'),
      state: described(v.string(), 'The state.'),
    }),
    example: {
      query: {
        reference: 'addr_01KAJ5D3W8E6K2N9Q4S7V1X3ZB',
        businessName: 'Adire Textiles Ltd',
        businessPhone: '+2348031234567',
        firstName: 'Ada',
        lastName: 'Obi',
        phone: '+2348057654321',
        street: '12 Broad Street',
        landmark: 'Opposite the market',
        lga: 'Ikeja',
        city: 'Ikeja',
        state: 'Lagos',
      },
      facts: { visitStatus: 'booked' },
    },
  },
};
