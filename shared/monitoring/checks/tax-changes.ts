import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import { normaliseTaxNumber } from '#shared/sources/formats';
import type { TaxFacts, TaxQuery } from '#shared/sources/ports';
import { businessNameKey } from '#shared/verification/name-matching';
import { absenceSchema, absentSince, continuedAbsence } from './absence.ts';
import { CHECK_AGENTS, type Finding } from './finding.ts';

/** What the tax authority said of a number, hashed, and whether it finds it. */
export const taxStateSchema = v.object({
  number: v.string(),
  taxpayer: v.exactOptional(v.string()),
  absence: v.exactOptional(absenceSchema),
});

/** What the tax authority said of a vendor's number. */
export type TaxState = v.InferOutput<typeof taxStateSchema>;

/** What events of the tax authorities name as their source, before what was found, by the kind of the number. */
const AUTHORITIES: Readonly<Record<TaxQuery['kind'], string>> = { firs_tin: 'FIRS', jtb_tin: 'JTB', tax_id: 'NRS' };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The lookup of a company's tax number; undefined where none was verified. */
export const taxQueryOf = ({ firsTin, jtbTin, companyName }: Company): TaxQuery | undefined => {
  const number = normaliseTaxNumber(firsTin ?? jtbTin ?? '');
  return number && { ...number, businessName: companyName };
};

/** @param found what was found, as the source of the event names it: another finding is another event. */
const changed = ({ kind }: TaxQuery, found: string, headline: string, whatChanged: string): Finding => ({
  kind: 'tax_status_change',
  source: `${AUTHORITIES[kind]} ${found}`,
  headline,
  whatChanged,
  agentName: CHECK_AGENTS.tax,
});

/**
 * What became of a vendor's tax number since the last check.
 *
 * @param facts undefined when the authority does not know the number.
 * @param names what the vendor is called: a taxpayer that is renamed to that is no finding of its own.
 */
export const taxChanges = (
  before: TaxState | undefined,
  query: TaxQuery,
  facts: TaxFacts | undefined,
  names: readonly string[],
  nowMs: number,
): { readonly findings: readonly Finding[]; readonly state: TaxState } => {
  const number = hashOf(query.taxNumber);
  // Another number than the last time has no past.
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
