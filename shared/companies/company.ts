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

/** What the owner states of a company. */
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

/** Something that the owner may state; null where it says that there is none. Missing: the registry's stands. */
const stated = v.exactOptional(v.nullable(v.string()));

const flag = v.optional(v.boolean(), false);

/** Every attribute is changed by itself, so that two writers of different facts lose nothing of each other's. */
const companySchema = v.object({
  /** `cmp_`; the same company's id as a vendor that is monitored. */
  id: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** Where its number is unique: `live`, or the account whose sandbox it is in. */
  space: v.string(),
  /** The account that added it; missing while nobody has. */
  ownerId: v.exactOptional(v.string()),

  classificationId: v.picklist([1, 2, 3, 4, 5]),
  /** Its digits without leading zeros: what its number is unique by. */
  digits: v.string(),
  /** As the registry writes it, normalised: `RC1234567`. */
  rcNumber: v.string(),
  companyName: v.string(),
  active: v.boolean(),
  /** The rest of what the registry says; replaced as a whole by a later lookup. */
  registry: registryDetailsSchema,
  registryReadAt: v.string(),

  ...v.entriesFromList(STATED_ATTRIBUTES, stated),

  /** Numbers that the tax authority knows as the company's. */
  firsTin: v.exactOptional(v.string()),
  jtbTin: v.exactOptional(v.string()),
  /** What direct checks of its owner have shown. */
  cacCertificateVerified: flag,
  utilityBillVerified: flag,
  addressVerified: flag,
  /** The file of its verified certificate among the stored documents. */
  cacCertificateKey: v.exactOptional(v.string()),

  createdAt: v.string(),
  updatedAt: v.string(),
});

/**
 * A company or a vendor: one record for each environment, classification and number (in the sandbox for each account as
 * well), with an owner or without. It has no bank facts.
 */
export type Company = v.InferOutput<typeof companySchema>;

/** A company as it is stored. */
export const toCompanyItem = (company: Company): Item => ({ ...companyKeys.company(company.id), ...company });

/** Parses a stored company. */
export const fromCompanyItem = (item: Item): Company => v.parse(companySchema, item);

/** What a lookup in the registry says of a company, as its record has it. */
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

/** A new company without an owner, from what the registry says. */
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
