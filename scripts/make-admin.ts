import { userInfo } from 'node:os';
import { UsageError } from '#scripts/command-line/usage';
import { runScript } from '#scripts/local-cloud/run-script';
import { setRole } from '#scripts/ops/make-admin';
import { confirmProd, YES_PROD } from '#scripts/ops/prod-changes';
import { atStage } from '#scripts/ops/stage-effects';

const USAGE = {
  command: 'npm run make-admin',
  does: `Makes the account of an e-mail address an administrator, from its next request on. The account must have verified
its address. The change is listed by GET /v1/admin/audit.`,
  words: { name: '<email>', help: 'the email address that the account logs in with', count: 'one' },
  options: {
    stage: {
      value: '<stage>',
      help: 'local (the running npm start, the default), or a stage on AWS for which your shell has credentials',
    },
    'yes-prod': YES_PROD,
    revoke: { help: 'takes the role away' },
  },
} as const;

await runScript(USAGE, async ({ words: [email], options: { stage, revoke, 'yes-prod': yesProd } }) => {
  if (email === undefined) throw new UsageError('<email> is missing. See `npm run make-admin -- --help`.');
  confirmProd(stage, yesProd === true);
  const role = revoke === true ? 'member' : 'admin';
  console.log(await atStage(stage, (effects) => setRole({ email, role, userName: userInfo().username }, effects)));
});
// Connections that the client keeps open would keep the process running.
process.exit();
