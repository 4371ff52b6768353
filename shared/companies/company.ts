import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { normaliseRegistrationNumber } from '#shared/sources/formats';
import type { RegistryFacts } from '#shared/sources/ports';
import { type CompanyNumber, companySpace } from './company-number.ts';
import { companyKeys } from './keys.ts';
import { registryDetailsOf, registryDetailsSchema } from './registry-details.ts';

/** The attributes that the owner can state. */
export const STATED_ATTRIBUTES = [
  'businessDescription',
  'contactEmail',
  'contactAddress',
  'contactCity',
  'contactState',
  'contactLga',
  'website',
  'facebook',
  'instagram',
  'linkedin',
  'twitter',
  'tiktok',
] as const;

/** Something that the owner can state; null states that there is none. If it is absent, the registry's applies. */
const stated = v.exactOptional(v.nullable(v.string()));

const flag = v.optional(v.boolean(), false);

/** Every attribute is changed separately, so that concurrent writers of different facts do not overwrite each other. */
const companySchema = v.object({
  /** `cmp_`; also its id as a monitored vendor. */
  id: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** The space in which its number is unique: `live`, or the account whose sandbox it is in. */
  space: v.string(),
  /** The account that has added it; absent if none has. */
  ownerId: v.exactOptional(v.string()),

  classificationId: v.picklist([1, 2, 3, 4, 5]),
  /** Its digits without leading zeros: the unique part of its number. */
  digits: v.string(),
  /** As the registry has it, normalised: `RC1234567`. */
  rcNumber: v.string(),
  companyName: v.string(),
  active: v.boolean(),
  /** The registry's other facts; a later lookup replaces them as a whole. */
  registry: registryDetailsSchema,
  registryReadAt: v.string(),

  ...v.entriesFromList(STATED_ATTRIBUTES, stated),

  /** Numbers that the tax authority has confirmed for the company. */
  firsTin: v.exactOptional(v.string()),
  jtbTin: v.exactOptional(v.string()),
  /** The results of its owner's direct checks. */
  cacCertificateVerified: flag,
  utilityBillVerified: flag,
  addressVerified: flag,
  /** The key of its verified certificate among the stored documents. */
  cacCertificateKey: v.exactOptional(v.string()),

  createdAt: v.string(),
  updatedAt: v.string(),
});

/**
 * A company or vendor, with or without an owner: one record for each environment, classification and number, and in the
 * sandbox also for each account. It has no bank facts.
 */
export type Company = v.InferOutput<typeof companySchema>;

/** A company as it is stored. */
export const toCompanyItem = (company: Company): Item => ({ ...companyKeys.company(company.id), ...company });

/** Parses a stored company. */
export const fromCompanyItem = (item: Item): Company => v.parse(companySchema, item);

/** The registry's facts about a company in the form of its record. */
export const registeredFacts = (
  { classificationId, registrationNumber }: CompanyNumber,
  facts: RegistryFacts,
  nowMs: number,
) => ({
  rcNumber: normaliseRegistrationNumber(facts.registrationNumber, classificationId) ?? registrationNumber,
  companyName: facts.businessName,
  active: facts.businessStatus === 'active',
  registry: registryDetailsOf(facts),
  registryReadAt: isoTime(nowMs),
});

/** A new company without an owner, from the registry's facts. */
export const newCompany = (
  place: AccountEnvironment,
  number: CompanyNumber,
  facts: RegistryFacts,
  nowMs: number,
): Company => ({
  id: newId('cmp', nowMs),
  environment: place.environment,
  space: companySpace(place),
  classificationId: number.classificationId,
  digits: number.digits,
  ...registeredFacts(number, facts, nowMs),
  cacCertificateVerified: false,
  utilityBillVerified: false,
  addressVerified: false,
  createdAt: isoTime(nowMs),
  updatedAt: isoTime(nowMs),
});
