import type { AddressVerification } from '#shared/addresses/address-verification';
import type { OwnedCompany } from '#shared/companies/company-repository';
import { addedCompanyView } from '#shared/companies/company-view';
import type { CompanyCheck } from '#shared/direct-checks/company-checks';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import type {
  AssistantContext,
  CompanyFacts,
  ContextCheck,
  ContextEvent,
  ContextMessage,
} from '#shared/sources/assistant-model';
import { contextBlocks, tokensOf, visibleText } from '#shared/sources/model-prompt';
import type { ChatMessage } from './message.ts';

/** Maximum number of checks, and of monitoring events, that the assistant is given, newest first. */
export const MAX_ENTRIES = 20;

const MAX_SHAREHOLDERS = 20;

/** Maximum characters of a text by a third party. */
const MAX_TEXT = 300;

/**
 * Maximum tokens of a context, by `tokensOf`. Above it, the oldest messages are left out first, then the oldest events
 * and checks; the company's record and the message itself always stay.
 */
const MAX_CONTEXT_TOKENS = 12_000;

const bounded = (text: string): string => [...visibleText(text)].slice(0, MAX_TEXT).join('');

const boundedOrNull = (text: string | null): string | null => (text === null ? null : bounded(text));

/**
 * The facts about a company that the assistant is given. They are listed by name, so that a new field of the record is
 * not included unintentionally.
 */
const companyFacts = (company: OwnedCompany): CompanyFacts => {
  const {
    profile,
    contact,
    tax,
    shares,
    registrarInfo,
    socials,
    svc_tools: tools,
    ...view
  } = addedCompanyView(company);
  return {
    name: bounded(view.companyName),
    registrationNumber: bounded(view.rcNumber),
    kind: view.classification.label,
    registryStatus: view.active ? 'active' : 'inactive',
    registrationDate: boundedOrNull(profile.registrationDate),
    commencementDate: boundedOrNull(profile.businessCommencementDate),
    natureOfBusiness: boundedOrNull(profile.natureOfBusiness),
    businessCategory: boundedOrNull(profile.businessCategory),
    ownersDescription: boundedOrNull(profile.businessDescription),
    email: boundedOrNull(contact.email),
    address: boundedOrNull(contact.address),
    city: boundedOrNull(contact.city),
    state: boundedOrNull(contact.state),
    localGovernmentArea: boundedOrNull(contact.lga),
    taxNumberFirs: boundedOrNull(tax.firsTin),
    taxNumberFirsPending: tax.firsttin_pending,
    taxNumberJtb: boundedOrNull(tax.jtbtin),
    shareCapitalNaira: shares.shareCapital,
    sharesDividedInto: boundedOrNull(shares.dividedInto),
    shareholders: shares.shareHolderDetails
      .slice(0, MAX_SHAREHOLDERS)
      .map(({ name, shareType, numberOfShares, percentage }) => ({
        name: bounded(name),
        shareType: boundedOrNull(shareType),
        numberOfShares,
        percentage,
      })),
    registrar: registrarInfo && { name: bounded(registrarInfo.name), office: boundedOrNull(registrarInfo.office) },
    website: boundedOrNull(socials.website),
    socialProfiles: {
      facebook: boundedOrNull(socials.facebook),
      instagram: boundedOrNull(socials.instagram),
      linkedin: boundedOrNull(socials.linkedin),
      twitter: boundedOrNull(socials.twitter),
      tiktok: boundedOrNull(socials.tiktok),
    },
    verificationMark: tools.svc_mark,
    verified: {
      cacCertificate: tools.cacert_verified,
      cacStatusReport: tools.cacreport_verified,
      memorandumOfAssociation: tools.memartVerified,
      taxClearance: tools.firstaxClearance_vr,
      socialProfiles: tools.social_verified,
    },
  };
};

const toContextCheck = ({ moduleId, status, reasonCodes, completedAt }: CompanyCheck): ContextCheck => ({
  check: bounded(moduleId),
  result: status,
  reasons: reasonCodes.map(bounded),
  completedAt,
});

/** The visit to the company's address: only its outcome, not the person or the place. */
const toContextVisit = ({ status, result, updatedAt }: AddressVerification): ContextCheck => ({
  check: 'address_verification',
  result: result ?? status,
  reasons: [],
  completedAt: updatedAt,
});

const toContextMessage = ({ sender, content }: ChatMessage): ContextMessage => ({ sender, text: visibleText(content) });

const toContextEvent = ({ kind, severity, headline, whatChanged, createdAt }: MonitoringEvent): ContextEvent => ({
  kind: bounded(kind),
  severity,
  headline: boundedOrNull(headline),
  whatChanged: boundedOrNull(whatChanged),
  at: createdAt,
});

/** The data about a chat and its company. */
export interface ChatFacts {
  readonly company: OwnedCompany;
  /** Newest first. */
  readonly checks: readonly CompanyCheck[];
  readonly visit: AddressVerification | undefined;
  /** Newest first. */
  readonly events: readonly MonitoringEvent[];
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
}

const fits = (context: AssistantContext): boolean =>
  contextBlocks(context).reduce((sum, block) => sum + tokensOf(block), 0) <= MAX_CONTEXT_TOKENS;

/** Drops the oldest entries of a context until it is short enough, or none are left to drop. */
const shortened = (whole: AssistantContext): AssistantContext => {
  let context = whole;
  while (!fits(context)) {
    const { earlierMessages, monitoringEvents, verificationResults } = context;
    if (earlierMessages.length > 0) context = { ...context, earlierMessages: earlierMessages.slice(1) };
    else if (monitoringEvents.length > 0) context = { ...context, monitoringEvents: monitoringEvents.slice(0, -1) };
    else if (verificationResults.length > 0)
      context = { ...context, verificationResults: verificationResults.slice(0, -1) };
    else return context;
  }
  return context;
};

/**
 * The context in which the assistant answers a message: data of this company only, limited in tokens. It contains no
 * ids, bank facts, file addresses or documents, and nothing about the account.
 */
export const assistantContext = (
  { company, checks, visit, events, messages }: ChatFacts,
  userMessage: string,
): AssistantContext =>
  shortened({
    company: companyFacts(company),
    verificationResults: [...checks.map(toContextCheck), ...(visit ? [toContextVisit(visit)] : [])].slice(
      0,
      MAX_ENTRIES + 1,
    ),
    // Events that a dispute has voided must not count against the company.
    monitoringEvents: events.filter(({ voidedAt }) => voidedAt === undefined).map(toContextEvent),
    earlierMessages: messages.map(toContextMessage),
    userMessage: visibleText(userMessage),
  });
