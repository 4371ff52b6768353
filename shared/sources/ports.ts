/**
 * The ports to external services: the lookups that a source offers, and the facts it may return. Sources state facts;
 * the calling domain decides whether a fact passes, fails or needs a person. No adapter of a port ever throws: anything
 * but a reliable response is `unavailable`.
 */

/** Why a source returned no usable response; for logs and metrics, never shown to a caller. */
export type UnavailableCause =
  | 'not_configured'
  | 'timed_out'
  | 'unreachable'
  | 'refused'
  | 'unusable_answer'
  | 'cancelled'
  | 'circuit_open'
  | 'simulated';

/** The source could not be reached, or its response is not reliable. */
export interface Unavailable {
  readonly status: 'unavailable';
  readonly cause: UnavailableCause;
}

/** The response of a source: the facts, a confirmed "no such record", or nothing reliable. */
export type SourceResult<Facts> =
  | { readonly status: 'found'; readonly facts: Facts }
  | { readonly status: 'not_found' }
  | Unavailable;

/**
 * One lookup at one source.
 *
 * @param signal aborts the lookup; the result is then `unavailable`.
 */
export type SourcePort<Query, Facts> = (query: Query, signal: AbortSignal) => Promise<SourceResult<Facts>>;

/** `classification.id` of a company (interface: Company): business name, company, trustees, LP, LLP. */
export type ClassificationId = 1 | 2 | 3 | 4 | 5;

/** @property registrationNumber in the form of `normaliseRegistrationNumber`. */
export interface RegistryQuery {
  readonly registrationNumber: string;
  readonly classificationId?: ClassificationId;
  readonly businessName?: string;
}

/** A holder of shares, as the registry publishes it. @property percentage of all shares, 0 to 100. */
export interface Shareholder {
  readonly name: string;
  readonly shareType?: string;
  readonly numberOfShares?: number;
  readonly percentage?: number;
}

/** Insolvency proceedings or the end of a business, as the registry publishes them. */
export const INSOLVENCIES = ['administration', 'receivership', 'liquidation', 'wound_up'] as const;

/**
 * A business in the companies' registry (CAC): its name, its status, and as many other facts as the registry has.
 *
 * @property registrationDate as `commencementDate`, `YYYY-MM-DD`; @property shareCapital in naira; @property directors
 * those in office; @property annualReturnsOverdue whether an annual return is due and not filed; @property insolvency
 * present if there are such proceedings.
 */
export interface RegistryFacts {
  readonly registrationNumber: string;
  readonly businessName: string;
  readonly businessStatus: 'active' | 'inactive';
  readonly registrationDate?: string;
  readonly commencementDate?: string;
  readonly natureOfBusiness?: string;
  readonly businessCategory?: string;
  readonly email?: string;
  readonly address?: string;
  readonly city?: string;
  readonly state?: string;
  readonly lga?: string;
  readonly shareCapital?: number;
  readonly dividedInto?: string;
  readonly shareholders?: readonly Shareholder[];
  readonly registrar?: { readonly name: string; readonly office?: string };
  readonly directors?: readonly { readonly name: string }[];
  readonly annualReturnsOverdue?: boolean;
  readonly insolvency?: (typeof INSOLVENCIES)[number];
}

/** The kinds of numbers that tax authorities have issued. */
export type TaxNumberKind = 'firs_tin' | 'jtb_tin' | 'tax_id';

/** @property taxNumber in the form of `normaliseTaxNumber`. */
export interface TaxQuery {
  readonly taxNumber: string;
  readonly kind: TaxNumberKind;
  readonly businessName?: string;
}

/** A taxpayer in the tax authority's records. */
export interface TaxFacts {
  readonly taxpayerName: string;
}

/** @property accountNumber ten digits (NUBAN); @property bankCode as the central bank assigns it, 3, 5 or 6 digits. */
export interface BankAccountQuery {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly businessName?: string;
}

/** A bank account in its bank's records. */
export interface BankAccountFacts {
  readonly accountName: string;
}

/** A topic for which screening lists have entries. */
export type ScreeningTopic = 'sanctions' | 'pep' | 'adverse_media';

/** An entity to screen, under one or more names. */
export interface ScreenedEntity {
  readonly kind: 'business' | 'person';
  readonly names: readonly string[];
  readonly registrationNumber?: string;
  readonly jurisdiction?: string;
}

/** The entities to screen, and the topics to report. */
export interface ScreeningQuery {
  readonly entities: readonly ScreenedEntity[];
  readonly topics: readonly ScreeningTopic[];
}

/**
 * An entry of a list. @property list the source's name of the list that has it; @property entity the name that is
 * listed;
 * @property url the http or https address at which the list shows it, null if the source states none.
 */
export interface ListedEntry {
  readonly list: string;
  readonly entity: string;
  readonly url: string | null;
}

/**
 * Further details of an entry, as far as the source has them. @property lists every list that has it; @property topics
 * the source's own words for the reason of the listing; @property listedAt since when the source has it; @property
 * changedAt when it last changed.
 */
export interface EntryDetails {
  readonly lists?: readonly string[];
  readonly topics?: readonly string[];
  readonly listedAt?: string | undefined;
  readonly changedAt?: string | undefined;
  readonly address?: string | undefined;
  readonly country?: string | undefined;
  readonly birthDate?: string | undefined;
}

/**
 * A possible match. @property matchScore 0 to 1, 1 being certain; @property listedId the entry's id at the source;
 * @property formerIds earlier ids of the entry, if the source has merged entries.
 */
export interface ScreeningHit {
  readonly topic: ScreeningTopic;
  readonly listedId: string;
  readonly listed: ListedEntry;
  readonly matchScore: number;
  readonly formerIds?: readonly string[];
  readonly details?: EntryDetails;
}

/** Every possible match of the screened entities; an empty list is a clean result. */
export interface ScreeningFacts {
  readonly hits: readonly ScreeningHit[];
}

/** The declared role of a person in the business. */
export type PersonRole = 'director' | 'beneficial_owner' | 'shareholder';

/** @property nationalIdNumber eleven digits (NIN). */
export interface DeclaredPerson {
  readonly fullName: string;
  readonly nationalIdNumber?: string;
}

/** People declared to hold a role in a business. */
export interface IdentityQuery {
  readonly role: PersonRole;
  readonly people: readonly DeclaredPerson[];
  readonly businessName?: string;
  readonly registrationNumber?: string;
}

/**
 * For each person, in the order of the query, whether identity and role are as declared. @property recordedNames the
 * source's name of each, null if it states none; absent if it states no names at all.
 */
export interface IdentityFacts {
  readonly people: readonly ('confirmed' | 'mismatch' | 'not_confirmed')[];
  readonly recordedNames?: readonly (string | null)[];
}

/** Documents that can be verified with their issuer. */
export type DocumentKind = 'cac_status_report' | 'memart' | 'tax_clearance_certificate' | 'scuml_certificate';

/** @property documentNumber the number on the document: a registration or a certificate number. */
export interface DocumentQuery {
  readonly kind: DocumentKind;
  readonly documentNumber: string;
  readonly businessName?: string;
}

/** A document in its issuer's records. */
export interface DocumentFacts {
  readonly documentStatus: 'valid' | 'expired' | 'revoked';
  readonly holderName: string;
}

/** A website or social platform on which a business may be found. */
export type SocialPlatform = 'website' | 'facebook' | 'instagram' | 'linkedin' | 'twitter' | 'tiktok';

/** Profiles that a business declares as its own. */
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

/** A meter in its distributor's records. */
export interface MeterFacts {
  readonly address: string;
}

/**
 * A visit to book: the address, and the person to meet there. @property reference our own reference and the key of the
 * booking: a source makes one visit for it, however often it is requested.
 */
export interface VisitQuery {
  readonly reference: string;
  readonly businessName: string;
  readonly businessPhone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly street: string;
  readonly landmark: string;
  readonly lga: string;
  readonly city: string;
  readonly state: string;
}

/**
 * Whether the visit will take place, or has. @property simulatedResult what a simulated visit will find; a real visit
 * is reported later, by callback.
 */
export interface VisitFacts {
  readonly visitStatus: 'booked' | 'not_possible' | 'completed';
  /** What a completed visit found. */
  readonly result?: 'verified' | 'not_verified' | undefined;
  readonly simulatedResult?: 'verified' | 'not_verified' | undefined;
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
  readonly visits: SourcePort<VisitQuery, VisitFacts>;
}

/** The name of a source in its configuration and the module catalogue. */
export type SourceName = keyof SourcePorts;

/** Every source. */
export const SOURCE_NAMES = [
  'registry',
  'tax',
  'bankAccount',
  'screening',
  'identity',
  'documents',
  'socialMedia',
  'meter',
  'visits',
] as const satisfies readonly SourceName[];
