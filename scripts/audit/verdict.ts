import * as v from 'valibot';

/** The fields of `npm audit --json` that we read: its counts, and what is vulnerable. */
const Report = v.object({
  metadata: v.object({ vulnerabilities: v.object({ high: v.number(), critical: v.number() }) }),
  vulnerabilities: v.record(v.string(), v.object({ severity: v.string() })),
});

/** Its output when the registry could not be reached. */
const Failure = v.object({ message: v.string() });

/** Whether packages are known to be vulnerable, or whether that is unknown, and a line that states it. */
export interface AuditVerdict {
  readonly outcome: 'clean' | 'vulnerable' | 'unknown';
  readonly message: string;
}

const unknown = (reason: string): AuditVerdict => ({
  outcome: 'unknown',
  message:
    `Not audited: the registry returned no vulnerability report (${reason}). Set AUDIT=required to make this ` +
    'a failure.',
});

/** Evaluates the output of `npm audit --json`. */
export const judgeAudit = (stdout: string): AuditVerdict => {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), stdout);
  const report = v.safeParse(Report, json.output);
  if (!report.success) {
    const failure = v.safeParse(Failure, json.output);
    return unknown(failure.success ? failure.output.message : 'npm audit printed no report');
  }
  const { metadata, vulnerabilities } = report.output;
  const { high, critical } = metadata.vulnerabilities;
  if (high + critical === 0)
    return { outcome: 'clean', message: 'No high or critical vulnerabilities in the bundled packages.' };
  const severe = Object.entries(vulnerabilities).filter(([, { severity }]) => /high|critical/.test(severity));
  const names = severe.map(([name, { severity }]) => `${name} (${severity})`).join(', ');
  return {
    outcome: 'vulnerable',
    message: `${high + critical} high or critical vulnerabilities in the bundled packages: ${names}.`,
  };
};
