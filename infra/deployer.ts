import type { StageConfig } from './stage-config.ts';
import { StageRefused } from './stage-rules.ts';

/**
 * The account of the emulators' test credentials. On AWS it belongs to nobody, so templates for it cannot be deployed
 * anywhere.
 */
export const EMULATORS_ACCOUNT = '000000000000';

/** Who runs the CDK. */
export interface Deployer {
  /** `CDK_DEFAULT_ACCOUNT`, which the CDK sets from the credentials in use; undefined when there are none. */
  readonly account: string | undefined;
  /** `AWS_ENDPOINT_URL`, where an emulator replaces AWS. */
  readonly endpoint: string | undefined;
}

const LOOPBACK_HOSTS = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const isLoopback = (endpoint: string | undefined): boolean =>
  endpoint !== undefined && URL.canParse(endpoint) && LOOPBACK_HOSTS.test(new URL(endpoint).hostname);

const isReserved = (name: string): boolean => name.endsWith('.example');

/** Reasons why credentials of an account must not deploy a stage. The first that applies is reported. */
const REFUSALS: readonly ((stage: StageConfig, account: string, deployer: Deployer) => string | false)[] = [
  ({ stage }, _, { endpoint }) =>
    stage === 'local' &&
    !isLoopback(endpoint) &&
    'it is deployed to an emulator on this machine only, by npm start: AWS_ENDPOINT_URL names none',
  (stage, account) =>
    stage.account === undefined && `name its AWS account in infra/stages.ts (these credentials are of ${account})`,
  (stage, account) =>
    stage.account !== account &&
    `it belongs to the AWS account ${stage.account}, and these credentials are of ${account}`,
  ({ stage, alarmEmail }) =>
    stage === 'prod' &&
    isReserved(alarmEmail ?? '') &&
    `nobody receives mail at ${alarmEmail}: set DOMAIN or ALARM_EMAIL in infra/stages.ts`,
  ({ stage, salesEmail }) =>
    stage === 'prod' &&
    isReserved(salesEmail) &&
    `nobody receives mail at ${salesEmail}: set DOMAIN or SALES_EMAIL in infra/stages.ts`,
  ({ stage, supportEmail }) =>
    stage === 'prod' &&
    isReserved(supportEmail) &&
    `nobody receives mail at ${supportEmail}: set DOMAIN or SUPPORT_EMAIL in infra/stages.ts`,
];

/**
 * Returns the stage if the user of the CDK may deploy it. Without credentials nothing can be deployed, so templates of
 * every stage can be synthesised. Those of a stage without an account are then made for an account that belongs to
 * nobody.
 *
 * @throws StageRefused, in one line.
 */
export const deployableStage = (stage: StageConfig, deployer: Deployer): StageConfig => {
  const { account } = deployer;
  if (account === undefined) return { ...stage, account: stage.account ?? EMULATORS_ACCOUNT };
  for (const refuse of REFUSALS) {
    const reason = refuse(stage, account, deployer);
    if (reason) throw new StageRefused(`Stage ${stage.stage}: ${reason}`);
  }
  return stage;
};
