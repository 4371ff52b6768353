import { spawnSync } from 'node:child_process';
import { judgeAudit } from '#scripts/audit/verdict';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';

const USAGE = {
  command: 'npm run audit:bundled',
  does: `Asks the package registry for known vulnerabilities, from high on, of the packages that bundles are made of. Where
the registry has no audit endpoint nothing can be said.`,
  environment: { 'AUDIT=required': 'makes that a failure, for CI that relies on the audit' },
} as const;

await runScript(USAGE, () => {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd: PROJECT_FOLDER,
    encoding: 'utf8',
  });
  if (error) throw error;
  const { outcome, message } = judgeAudit(stdout);
  const required = process.env['AUDIT'] === 'required';
  if (outcome === 'vulnerable' || (outcome === 'unknown' && required)) throw new UserError(message);
  console.log(message);
});
