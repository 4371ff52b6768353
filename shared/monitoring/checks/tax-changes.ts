import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import { normaliseTaxNumber } from '#shared/sources/formats';
import type { TaxFacts, TaxQuery } from '#shared/sources/ports';
import { businessNameKey } from '#shared/verification/name-matching';
import { absenceSchema, absentSince, continuedAbsence } from './absence.ts';
import { CHECK_AGENTS, type Finding } from './finding.ts';

/** The tax authority's hashed facts about a number, and whether it has a record of the number. */
export const taxStateSchema = v.object({
  number: v.string(),
  taxpayer: v.exactOptional(v.string()),
  absence: v.exactOptional(absenceSchema),
});

/** The tax authority's facts about a vendor's number. */
export type TaxState = v.InferOutput<typeof taxStateSchema>;

/** The source of tax events, as a prefix of what was found, by the kind of number. */
const AUTHORITIES: Readonly<Record<TaxQuery['kind'], string>> = { firs_tin: 'FIRS', jtb_tin: 'JTB', tax_id: 'NRS' };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The lookup of a company's tax number; undefined when none was verified. */
export const taxQueryOf = ({ firsTin, jtbTin, companyName }: Company): TaxQuery | undefined => {
  const number = normaliseTaxNumber(firsTin ?? jtbTin ?? '');
  return number && { ...number, businessName: companyName };
};

/** @param found part of the event's source: a different finding is a different event. */
const changed = ({ kind }: TaxQuery, found: string, headline: string, whatChanged: string): Finding => ({
  kind: 'tax_status_change',
  source: `${AUTHORITIES[kind]} ${found}`,
  headline,
  whatChanged,
  agentName: CHECK_AGENTS.tax,
});

/**
 * The changes of a vendor's tax record since the last check.
 *
 * @param facts undefined when the authority has no record of the number.
 * @param names the vendor's names: a taxpayer renamed to one of them is no finding.
 */
export const taxChanges = (
  before: TaxState | undefined,
  query: TaxQuery,
  facts: TaxFacts | undefined,
  names: readonly string[],
  nowMs: number,
): { readonly findings: readonly Finding[]; readonly state: TaxState } => {
  const number = hashOf(query.taxNumber);
  // A different number than last time has no past.
  const known: TaxState = before?.number === number ? before : { number };
  if (!facts) {
    const { absence, isDue } = continuedAbsence(known.absence, nowMs);
    const text = `The tax authority has not found the number since ${absentSince(absence)}.`;
    const findings = isDue
      ? [changed(query, `number not found ${number.slice(0, 8)}`, 'Tax number no longer found', text)]
      : [];
    return { findings, state: { ...known, absence } };
  }
  const key = businessNameKey(facts.taxpayerName);
  const taxpayer = hashOf(key);
  const isAnother =
    known.taxpayer !== undefined && known.taxpayer !== taxpayer && !names.some((name) => businessNameKey(name) === key);
  const text = 'The tax authority lists the number under a different name.';
  return {
    findings: isAnother
      ? [changed(query, `taxpayer ${taxpayer.slice(0, 8)}`, 'Tax number of another taxpayer', text)]
      : [],
    state: { number, taxpayer },
  };
};
