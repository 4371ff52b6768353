import * as v from 'valibot';
import { normaliseRegistrationNumber } from '#shared/sources/formats';
import type {
  AddressFacts,
  AddressQuery,
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
} from '#shared/sources/ports';
import type { GatewayQuestion } from './gateway.ts';

/** Whether two registration numbers are those of one business, however each is written. */
const isSameRegistration = (responded: string, { registrationNumber, classificationId }: RegistryQuery): boolean => {
  const plain = (number: string | undefined) => number?.replace(/^([A-Z]+)0+/, '$1');
  return plain(normaliseRegistrationNumber(responded, classificationId)) === plain(registrationNumber);
};

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

const registry: GatewayQuestion<RegistryQuery, RegistryFacts> = {
  path: 'businesses/find',
  facts: v.object({
    registrationNumber: text,
    businessName: text,
    businessStatus: v.picklist(['active', 'inactive']),
  }),
  // The record of another business is no result for this one.
  answers: (facts, query) => isSameRegistration(facts.registrationNumber, query),
};

const tax: GatewayQuestion<TaxQuery, TaxFacts> = { path: 'taxpayers/find', facts: v.object({ taxpayerName: text }) };

const bankAccount: GatewayQuestion<BankAccountQuery, BankAccountFacts> = {
  path: 'bank-accounts/resolve',
  facts: v.object({ accountName: text }),
};

const identity: GatewayQuestion<IdentityQuery, IdentityFacts> = {
  path: 'people/confirm',
  facts: v.object({ people: v.array(v.picklist(['confirmed', 'mismatch', 'not_confirmed'])) }),
  answers: (facts, query) => facts.people.length === query.people.length,
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

const address: GatewayQuestion<AddressQuery, AddressFacts> = {
  path: 'addresses/confirm',
  facts: v.object({ addressStatus: v.picklist(['verified', 'not_verified', 'pending', 'unreachable']) }),
};

/** The gateway contract, lookup by lookup: the path, and the facts of a response. */
export const GATEWAY_QUESTIONS = { registry, tax, bankAccount, identity, documents, socialMedia, meter, address };
