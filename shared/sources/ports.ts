/**
 * The ports to the outside: what the service may ask of a source, and the facts a source may answer. Sources state
 * facts; whether a fact passes, fails or needs a person is decided by the domain that asked. Every adapter of a port
 * keeps the same promise: it never throws, and whatever keeps it from a sure answer is `unavailable`.
 */

/** Why a source gave no answer; for logs and metrics, never shown to a caller. */
export type UnavailableCause =
  | 'not_configured'
  | 'timed_out'
  | 'unreachable'
  | 'refused'
  | 'unusable_answer'
  | 'cancelled'
  | 'simulated';

/** The source could not be asked, or did not answer in a way that can be relied on. */
export interface Unavailable {
  readonly status: 'unavailable';
  readonly cause: UnavailableCause;
}

/** What a source says: the facts, a certain "no such record", or nothing that can be relied on. */
export type SourceAnswer<Facts> =
  | { readonly status: 'found'; readonly facts: Facts }
  | { readonly status: 'not_found' }
  | Unavailable;

/**
 * One question to one source.
 *
 * @param signal ends the question early; the answer is then `unavailable`.
 */
export type SourcePort<Query, Facts> = (query: Query, signal: AbortSignal) => Promise<SourceAnswer<Facts>>;

/** `classification.id` of a company (interface: Company): business name, company, trustees, LP, LLP. */
export type ClassificationId = 1 | 2 | 3 | 4 | 5;

/** @property registrationNumber in the form of `normaliseRegistrationNumber`. */
export interface RegistryQuery {
  readonly registrationNumber: string;
  readonly classificationId?: ClassificationId;
  readonly businessName?: string;
}

/** A business as the companies' registry (CAC) holds it. */
export interface RegistryFacts {
  readonly registrationNumber: string;
  readonly businessName: string;
  readonly businessStatus: 'active' | 'inactive';
}

/** The numbers by which the tax authorities have known a taxpayer. */
export type TaxNumberKind = 'firs_tin' | 'jtb_tin' | 'tax_id';

/** @property taxNumber in the form of `normaliseTaxNumber`. */
export interface TaxQuery {
  readonly taxNumber: string;
  readonly kind: TaxNumberKind;
  readonly businessName?: string;
}

/** A taxpayer as the tax authority holds it. */
export interface TaxFacts {
  readonly taxpayerName: string;
}

/** @property accountNumber ten digits (NUBAN); @property bankCode as the central bank assigns it, 3, 5 or 6 digits. */
export interface BankAccountQuery {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly businessName?: string;
}

/** A bank account as its bank holds it. */
export interface BankAccountFacts {
  readonly accountName: string;
}

/** What a screening list may say of someone. */
export type ScreeningTopic = 'sanctions' | 'pep' | 'adverse_media';

/** Someone to look for, under one or more names. */
export interface ScreenedEntity {
  readonly kind: 'business' | 'person';
  readonly names: readonly string[];
  readonly registrationNumber?: string;
  readonly jurisdiction?: string;
}

/** Everyone to look for, and only what is worth knowing of them. */
export interface ScreeningQuery {
  readonly entities: readonly ScreenedEntity[];
  readonly topics: readonly ScreeningTopic[];
}

/** A possible match. @property matchScore 0 to 1, 1 being certain; @property listedId the entry's id at the source. */
export interface ScreeningHit {
  readonly topic: ScreeningTopic;
  readonly listedId: string;
  readonly matchScore: number;
}

/** Every possible match of everyone looked for; none is a clean answer. */
export interface ScreeningFacts {
  readonly hits: readonly ScreeningHit[];
}

/** What a person is said to be to the business. */
export type PersonRole = 'director' | 'beneficial_owner' | 'shareholder';

/** @property nationalIdNumber eleven digits (NIN). */
export interface DeclaredPerson {
  readonly fullName: string;
  readonly nationalIdNumber?: string;
}

/** People said to hold a role in a business. */
export interface IdentityQuery {
  readonly role: PersonRole;
  readonly people: readonly DeclaredPerson[];
  readonly businessName?: string;
  readonly registrationNumber?: string;
}

/** For each person asked about, in the same order, whether identity and role are as declared. */
export interface IdentityFacts {
  readonly people: readonly ('confirmed' | 'mismatch' | 'not_confirmed')[];
}

/** Documents whose issuer can be asked about them. */
export type DocumentKind = 'cac_status_report' | 'memart' | 'tax_clearance_certificate' | 'scuml_certificate';

/** @property documentNumber the number on the document: a registration or a certificate number. */
export interface DocumentQuery {
  readonly kind: DocumentKind;
  readonly documentNumber: string;
  readonly businessName?: string;
}

/** A document as its issuer holds it. */
export interface DocumentFacts {
  readonly documentStatus: 'valid' | 'expired' | 'revoked';
  readonly holderName: string;
}

/** Where a business can be seen online. */
export type SocialPlatform = 'website' | 'facebook' | 'instagram' | 'linkedin' | 'twitter' | 'tiktok';

/** Profiles a business says are its own. */
export interface SocialMediaQuery {
  readonly profiles: Readonly<Partial<Record<SocialPlatform, string>>>;
  readonly businessName?: string;
}

/** The platforms whose profile belongs to the business. */
export interface SocialMediaFacts {
  readonly confirmed: readonly SocialPlatform[];
}

/** The nine electricity distributors (interface: Utility bill verification). */
export const METER_PROVIDERS = ['ABUJA', 'KADUNA', 'JOS', 'PH', 'IBADAN', 'IKEJA', 'EKO', 'ENUGU', 'KANO'] as const;

/** One of the nine electricity distributors. */
export type MeterProvider = (typeof METER_PROVIDERS)[number];

/** @property meterNumber in the form of `normaliseMeterNumber`. */
export interface MeterQuery {
  readonly meterNumber: string;
  readonly provider: MeterProvider;
  readonly businessName?: string;
}

/** A meter as its distributor holds it. */
export interface MeterFacts {
  readonly address: string;
}

/** An address where a business says it can be found. */
export interface AddressQuery {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly lga?: string;
  readonly landmark?: string;
  readonly businessName?: string;
}

/** What is known of an address at this moment; `unreachable` means that nobody can get there to look. */
export interface AddressFacts {
  readonly addressStatus: 'verified' | 'not_verified' | 'pending' | 'unreachable';
}

/** Every port by the name of its source. */
export interface SourcePorts {
  readonly registry: SourcePort<RegistryQuery, RegistryFacts>;
  readonly tax: SourcePort<TaxQuery, TaxFacts>;
  readonly bankAccount: SourcePort<BankAccountQuery, BankAccountFacts>;
  readonly screening: SourcePort<ScreeningQuery, ScreeningFacts>;
  readonly identity: SourcePort<IdentityQuery, IdentityFacts>;
  readonly documents: SourcePort<DocumentQuery, DocumentFacts>;
  readonly socialMedia: SourcePort<SocialMediaQuery, SocialMediaFacts>;
  readonly meter: SourcePort<MeterQuery, MeterFacts>;
  readonly address: SourcePort<AddressQuery, AddressFacts>;
}

/** The name of a source, as its configuration and the module catalogue call it. */
export type SourceName = keyof SourcePorts;
