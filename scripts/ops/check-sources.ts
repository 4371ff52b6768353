import { UserError } from '#scripts/local-cloud/user-error';
import type { SourceName, SourcePort, SourcePorts, SourceResult } from '#shared/sources/ports';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import type { OpsEffects } from './command.ts';

/** Three tries of ten seconds and the pauses in between. */
const LOOKUP_MS = 35_000;

/**
 * A lookup of each source that has no effect and concerns nobody: its number was never assigned. A source without one
 * is not called, because its lookups have effects.
 */
const HARMLESS: { readonly [Name in SourceName]?: Parameters<SourcePorts[Name]>[0] } = {
  registry: { registrationNumber: 'RC0000001', classificationId: 2 },
  tax: { taxNumber: '00000000-0001', kind: 'firs_tin' },
  bankAccount: { bankCode: '000', accountNumber: '0000000000' },
  screening: { entities: [{ kind: 'business', names: ['Check Of The Source'] }], topics: ['pep'] },
  identity: { role: 'director', people: [{ fullName: 'Check Of The Source' }] },
  documents: { kind: 'memart', documentNumber: 'RC0000001' },
  socialMedia: { profiles: { website: 'https://example.com' } },
  meter: { meterNumber: '00000000000', provider: 'EKO' },
};

/** What a check found: a line for the operator, and whether somebody must act on it. */
interface Finding {
  readonly line: string;
  readonly fails: boolean;
}

const described = (result: SourceResult<unknown>): Omit<Finding, 'name'> => {
  if (result.status !== 'unavailable') return { line: 'works', fails: false };
  return result.cause === 'not_configured'
    ? { line: 'is not configured', fails: false }
    : { line: `fails: ${result.cause}`, fails: true };
};

const check = async (name: SourceName, ports: SourcePorts): Promise<Finding> => {
  const port = ports[name] as SourcePort<unknown, unknown>;
  if (port === SANDBOX_PORTS[name]) return { line: 'is simulated', fails: false };
  const query = HARMLESS[name];
  if (query === undefined) return { line: 'is not called, because its lookups have effects', fails: false };
  return described(await port(query, AbortSignal.timeout(LOOKUP_MS)));
};

/**
 * Calls every live source of a stage once, and reports which of them work. The report contains names and causes, but
 * nothing of their configuration.
 *
 * @returns a line for each source.
 * @throws UserError with the same lines when a configured source does not work, or the configuration is invalid.
 */
export const checkSources = async ({ sources }: Pick<OpsEffects, 'sources'>): Promise<string> => {
  const { ports } = await sources().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'SourcesMisconfigured') throw new UserError(`${error.message}.`);
    throw error;
  });
  const names = Object.keys(SANDBOX_PORTS) as SourceName[];
  const findings = await Promise.all(names.map((name) => check(name, ports)));
  const report = findings.map(({ line }, index) => `${names[index]} ${line}`).join('\n');
  if (findings.some(({ fails }) => fails)) throw new UserError(report);
  return report;
};
