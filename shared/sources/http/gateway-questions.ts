import * as v from 'valibot';
import { isDay } from '#shared/platform/calendar';
import { normaliseRegistrationNumber } from '#shared/sources/formats';
import type {
  BankAccountFacts,
  BankAccountQuery,
  DocumentFacts,
  DocumentQuery,
  IdentityFacts,
  IdentityQuery,
  MeterFacts,
  MeterQuery,
  RegistryFacts,
  RegistryQuery,
  SocialMediaFacts,
  SocialMediaQuery,
  TaxFacts,
  TaxQuery,
  VisitFacts,
  VisitQuery,
} from '#shared/sources/ports';
import { INSOLVENCIES } from '#shared/sources/ports';
import type { GatewayQuestion } from './gateway.ts';

/** Whether two registration numbers are the same business, however each is written. */
const isSameRegistration = (responded: string, { registrationNumber, classificationId }: RegistryQuery): boolean => {
  const plain = (number: string | undefined) => number?.replace(/^([A-Z]+)0+/, '$1');
  return plain(normaliseRegistrationNumber(responded, classificationId)) === plain(registrationNumber);
};

const textOf = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
const text = textOf(1000);

const date = v.pipe(v.string(), v.isoDate(), v.check(isDay, 'Must be a day that exists'));

/** Above any capital or number of shares, and exact in a double. */
const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(1e15));

/** Maximum shareholders of a response, keeping the largest: a company's record has to fit in an item. */
const MAX_SHAREHOLDERS = 200;

/** Maximum directors of a response. */
const MAX_DIRECTORS = 200;

const shareholder = v.object({
  name: textOf(200),
  shareType: v.exactOptional(textOf(100)),
  numberOfShares: v.exactOptional(amount),
  percentage: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
});

const registry: GatewayQuestion<RegistryQuery, RegistryFacts> = {
  path: 'businesses/find',
  facts: v.object({
    registrationNumber: text,
    businessName: text,
    businessStatus: v.picklist(['active', 'inactive']),
    registrationDate: v.exactOptional(date),
    commencementDate: v.exactOptional(date),
    natureOfBusiness: v.exactOptional(text),
    businessCategory: v.exactOptional(text),
    email: v.exactOptional(textOf(254)),
    address: v.exactOptional(text),
    city: v.exactOptional(textOf(200)),
    state: v.exactOptional(textOf(200)),
    lga: v.exactOptional(textOf(200)),
    shareCapital: v.exactOptional(amount),
    dividedInto: v.exactOptional(text),
    shareholders: v.exactOptional(v.pipe(v.array(shareholder), v.maxLength(MAX_SHAREHOLDERS))),
    registrar: v.exactOptional(v.object({ name: textOf(200), office: v.exactOptional(textOf(200)) })),
    directors: v.exactOptional(v.pipe(v.array(v.object({ name: textOf(200) })), v.maxLength(MAX_DIRECTORS))),
    annualReturnsOverdue: v.exactOptional(v.boolean()),
    insolvency: v.exactOptional(v.picklist(INSOLVENCIES)),
  }),
  // The record of another business does not answer this query.
  answers: (facts, query) => isSameRegistration(facts.registrationNumber, query),
};

const tax: GatewayQuestion<TaxQuery, TaxFacts> = { path: 'taxpayers/find', facts: v.object({ taxpayerName: text }) };

const bankAccount: GatewayQuestion<BankAccountQuery, BankAccountFacts> = {
  path: 'bank-accounts/resolve',
  facts: v.object({ accountName: text }),
};

const identity: GatewayQuestion<IdentityQuery, IdentityFacts> = {
  path: 'people/confirm',
  facts: v.object({
    people: v.array(v.picklist(['confirmed', 'mismatch', 'not_confirmed'])),
    recordedNames: v.exactOptional(v.array(v.nullable(textOf(200)))),
  }),
  answers: ({ people, recordedNames = people }, query) =>
    people.length === query.people.length && recordedNames.length === query.people.length,
};

const documents: GatewayQuestion<DocumentQuery, DocumentFacts> = {
  path: 'documents/confirm',
  facts: v.object({ documentStatus: v.picklist(['valid', 'expired', 'revoked']), holderName: text }),
};

const socialMedia: GatewayQuestion<SocialMediaQuery, SocialMediaFacts> = {
  path: 'social-profiles/confirm',
  facts: v.object({
    confirmed: v.array(v.picklist(['website', 'facebook', 'instagram', 'linkedin', 'twitter', 'tiktok'])),
  }),
  answers: (facts, query) => facts.confirmed.every((platform) => query.profiles[platform] !== undefined),
};

const meter: GatewayQuestion<MeterQuery, MeterFacts> = { path: 'meters/find', facts: v.object({ address: text }) };

/** A visit is booked once for each reference, however often it is requested. How it ends arrives by callback. */
const visits: GatewayQuestion<VisitQuery, VisitFacts> = {
  path: 'visits/book',
  facts: v.object({
    visitStatus: v.picklist(['booked', 'not_possible', 'completed']),
    result: v.exactOptional(v.picklist(['verified', 'not_verified'])),
  }),
  answers: ({ visitStatus, result }) => (visitStatus === 'completed') === (result !== undefined),
};

/** The gateway contract, lookup by lookup: the path, and the facts of a response. */
export const GATEWAY_QUESTIONS = {
  registry,
  tax,
  bankAccount,
  identity,
  documents,
  socialMedia,
  meter,
  visits,
};
