import { companyNumber } from '#shared/companies/company-number';
import type { OwnedCompany } from '#shared/companies/company-repository';
import type { VerifiedFacts } from '#shared/companies/verified-facts';
import { normaliseMeterNumber, normaliseRegistrationNumber, normaliseTaxNumber } from '#shared/sources/formats';
import type { MeterFacts, MeterProvider, RegistryFacts, TaxFacts, TaxNumberKind } from '#shared/sources/ports';
import { lookUpRegistration, lookUpTaxNumber } from '#shared/verification/checks/business';
import { type CheckOutcome, failed, type Lookup, type LookupContext } from '#shared/verification/checks/check';
import { lookUpMeter } from '#shared/verification/checks/places';
import { evidenceFields } from '#shared/verification/evidence-fields';
import { type DirectCheckKind, hasPassed, numberOf } from './direct-check.ts';
import { METER_CHECK, meterResult } from './meter-check.ts';

/** An uploaded file that contains the number, as the check's response describes it. */
export interface UploadedDocument {
  readonly documentId: string;
  readonly filename: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
  readonly uploadedAt: string;
}

/** The outcome of a check, with the data for its response. @property number normalised if it is valid. */
export interface UploadResult<Facts> extends Lookup<Facts> {
  readonly number: string;
}

/**
 * One kind of check of an uploaded document: what differs between kinds. The order of steps, the charge, the record and
 * the event are the same for all ({@link uploadEndpoint}).
 */
export interface UploadCheck<Body, Facts, Response> extends DirectCheckKind {
  /** Looks up the number on a company's document. Writes nothing. */
  readonly check: (body: Body, company: OwnedCompany, context: LookupContext) => Promise<UploadResult<Facts>>;
  /** The facts about the company that a passed check establishes. */
  readonly factsOf: (number: string, documentKey: string) => VerifiedFacts;
  /** The response, apart from `success`. */
  readonly respond: (body: Body, result: UploadResult<Facts>, document: UploadedDocument) => Response;
}

const documentResult = <Type extends string>(
  type: Type,
  { outcome, number }: UploadResult<unknown>,
  name: string | undefined,
  document: UploadedDocument,
) => ({
  documentInfo: { ...document, type, number },
  verificationResult: { status: hasPassed(outcome), number, name: name ?? null, reasonCodes: [...outcome.reasonCodes] },
});

const taxCheck = async (
  sent: string,
  kinds: readonly TaxNumberKind[],
  context: LookupContext,
): Promise<UploadResult<TaxFacts>> => ({
  ...(await lookUpTaxNumber(sent, context, kinds)),
  number: numberOf(normaliseTaxNumber(sent)?.taxNumber, sent),
});

/** A company's number with the federal tax service, or the Tax ID that replaces it. */
export const TIN_UPLOAD = {
  moduleId: 'tin_verification',
  event: 'verification.tin.completed',
  source: 'tax',
  check: ({ tin }: { readonly tin: string }, _: OwnedCompany, context: LookupContext) =>
    taxCheck(tin, ['firs_tin', 'tax_id'], context),
  factsOf: (firsTin: string) => ({ firsTin }),
  respond: (_: unknown, result: UploadResult<TaxFacts>, document: UploadedDocument) =>
    documentResult('tin', result, result.facts?.taxpayerName, document),
} as const;

/** A company's number with the Joint Tax Board, or the Tax ID that replaces it: the rate and the event of a TIN. */
export const JTB_TIN_UPLOAD = {
  moduleId: 'tin_verification',
  event: 'verification.tin.completed',
  source: 'tax',
  check: ({ jtbTin }: { readonly jtbTin: string }, _: OwnedCompany, context: LookupContext) =>
    taxCheck(jtbTin, ['jtb_tin', 'tax_id'], context),
  factsOf: (jtbTin: string) => ({ jtbTin }),
  respond: (_: unknown, result: UploadResult<TaxFacts>, document: UploadedDocument) =>
    documentResult('jtb_tin', result, result.facts?.taxpayerName, document),
} as const;

/** Whether a registration number is that of a company, in any spelling. */
const isNumberOf = ({ classificationId, digits }: OwnedCompany, text: string): boolean => {
  const number = companyNumber(text, classificationId);
  return typeof number !== 'string' && number.digits === digits;
};

/** A company's certificate of registration. It must be the company's own. */
export const CAC_UPLOAD = {
  moduleId: 'cac_verification',
  event: 'verification.cac.completed',
  source: 'registry',
  check: async (
    { rcNumber: sent }: { readonly rcNumber: string },
    company: OwnedCompany,
    context: LookupContext,
  ): Promise<UploadResult<RegistryFacts>> => {
    const { classificationId } = company;
    const normalised = normaliseRegistrationNumber(sent, classificationId);
    const number = numberOf(normalised, sent);
    const lookup = await lookUpRegistration({ registrationNumber: sent, classificationId }, context);
    const { status, reasonCodes } = lookup.outcome;
    const isJudged = normalised !== undefined && status !== 'unavailable';
    if (!isJudged || isNumberOf(company, sent)) return { ...lookup, number };
    const companyRegistrationNumber = company.rcNumber;
    const compared = { ...lookup.outcome.compared, ...evidenceFields({ companyRegistrationNumber }) };
    return {
      ...lookup,
      outcome: { ...lookup.outcome, ...failed(...reasonCodes, 'registration_number_mismatch'), compared },
      number,
    };
  },
  factsOf: (_: string, cacCertificateKey: string) => ({ cacCertificateVerified: true, cacCertificateKey }),
  respond: (_: unknown, result: UploadResult<RegistryFacts>, document: UploadedDocument) =>
    documentResult('cac_certificate', result, result.facts?.businessName, document),
} as const;

/** A company's electricity bill. */
export const BILL_UPLOAD = {
  ...METER_CHECK,
  check: async (
    { meterNumber, provider }: { readonly meterNumber: string; readonly provider: MeterProvider },
    _: OwnedCompany,
    context: LookupContext,
  ): Promise<UploadResult<MeterFacts>> => ({
    ...(await lookUpMeter({ meterNumber, provider }, context)),
    number: numberOf(normaliseMeterNumber(meterNumber), meterNumber),
  }),
  factsOf: () => ({ utilityBillVerified: true }),
  respond: (
    { provider }: { readonly provider: MeterProvider },
    { outcome, facts, number }: UploadResult<MeterFacts> & { readonly outcome: CheckOutcome },
  ) => meterResult({ number, provider }, outcome, facts),
} as const;
