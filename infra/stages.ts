import { createHash } from 'node:crypto';
import { EMULATORS_ACCOUNT } from './deployer.ts';
import { STAGES, type StageConfig } from './stage-config.ts';
import { checkedStage, StageRefused } from './stage-rules.ts';

/** Settings that each deploy may set from outside. Everything that must not change is below. */
export interface DeploySettings {
  /** `RATE_LIMIT_SCALE` or `--context rateLimitScale=`; 1 when undefined. */
  readonly rateLimitScale: string | undefined;
  /** `--context apiUrl=`: the address of the API on the local cloud, which depends on its port. */
  readonly apiUrl?: string | undefined;
}

type PerStage = Omit<StageConfig, 'stage' | 'rateLimitScale'>;

/** The AWS account of each stage, twelve digits: put yours here. A stage is deployed only to its own account. */
const ACCOUNTS: Readonly<Record<Exclude<(typeof STAGES)[number], 'local'>, string | undefined>> = {
  dev: undefined,
  staging: undefined,
  prod: undefined,
};

/** The domain of the stages on AWS. Reserved (RFC 2606), so nothing can be sent from it: put yours here. */
const DOMAIN = 'kyb-service.example';

/**
 * The address that is mailed when an alarm of a stage on AWS goes off. A deploy without it would end the subscription.
 */
const ALARM_EMAIL = `operations@${DOMAIN}`;

/** The address of sales, to which the texts that visitors send with the forms of public pages are mailed. */
const SALES_EMAIL = `sales@${DOMAIN}`;

/** The address that customers write to for help: the API document names it. */
const SUPPORT_EMAIL = `support@${DOMAIN}`;

/**
 * The OAuth client ids of the stages' web pages at Google, for sign-in with Google: put yours here, one for each stage
 * (Google Cloud console, "Clients"). A stage without one does not offer it.
 */
const GOOGLE_CLIENT_IDS: Readonly<Record<Exclude<(typeof STAGES)[number], 'local'>, string | undefined>> = {
  dev: undefined,
  staging: undefined,
  prod: undefined,
};

/** The setting of a stage that has a client id. */
const googleOf = (stage: keyof typeof GOOGLE_CLIENT_IDS) => {
  const clientId = GOOGLE_CLIENT_IDS[stage];
  return clientId === undefined ? {} : { google: { clientId } };
};

/** Names derived from a stage's domain. */
const at = (domain: string) => ({
  webOrigins: [`https://app.${domain}`],
  mail: { domain, sender: `no-reply@${domain}` },
});

/**
 * The edge secret of the local cloud, which has no edge. Tests send it to simulate calls from any address and country.
 * It is public, and works only on a developer's own machine.
 */
export const LOCAL_EDGE_SECRET = 'the-edge-of-the-local-cloud';

/** The id of the API on the local cloud. */
export const LOCAL_API_ID = 'kyblocal';

/** The settings that every stage on AWS shares: the safe value of each, which a stage overrides by name. */
const onAws = {
  // Near Lagos, with every service that we use.
  region: 'eu-west-1',
  tokenAudience: 'kyb-service',
  alarmEmail: ALARM_EMAIL,
  salesEmail: SALES_EMAIL,
  supportEmail: SUPPORT_EMAIL,
  // Out of its sandbox, SES lets an account send 14 mails per second, unless it grants more.
  mailsPerSecond: 8,
  noticesPerDay: { recipient: 10, applicant: 20, account: 5000 },
  throttle: { requestsPerSecond: 500, burst: 1000 },
  allowLoopbackEndpoints: false,
  simulateLiveSources: false,
  // 100,000 naira: twenty visits.
  addressBudgetKobo: 10_000_000,
  // Five years, with at most two leap days.
  evidenceRetentionDays: 1827,
  memoryMegabytes: 1024,
  // Above three tries of an AWS call with its timeout of 5 s.
  apiTimeoutSeconds: 20,
  logRetentionDays: 90,
  accessLogRetentionDays: 90,
  observed: true,
  protectData: true,
  deployWith: 'bootstrapRoles',
  requireTls: true,
  mailGrant: 'sender',
  edgeSecretHashes: [],
} as const;

/** The stages. Only this states their differences. */
const PER_STAGE: Readonly<Record<(typeof STAGES)[number], PerStage>> = {
  /** The local cloud of `npm start`: an emulator, gone when it stops. */
  local: {
    ...onAws,
    account: EMULATORS_ACCOUNT,
    alarmEmail: undefined,
    webOrigins: ['http://localhost:3000'],
    mail: { domain: 'kyb-service.test', sender: 'no-reply@kyb-service.test' },
    salesEmail: 'sales@kyb-service.test',
    supportEmail: 'support@kyb-service.test',
    mailsPerSecond: 50,
    allowLoopbackEndpoints: true,
    simulateLiveSources: true,
    checkout: { kind: 'simulated' },
    memoryMegabytes: 512,
    evidenceRetentionDays: 30,
    logRetentionDays: 1,
    accessLogRetentionDays: 1,
    protectData: false,
    // The emulator supports no metric math, has no bootstrap roles, speaks plain http, and grants mail only on the
    // resource `*` without conditions.
    observed: false,
    deployWith: 'callerCredentials',
    requireTls: false,
    mailGrant: 'any',
    // The emulator starts a process for each concurrent call, and all of them share the cores of this machine with it.
    apiTimeoutSeconds: 29,
    awsPatienceSeconds: 25,
    fixedApiId: LOCAL_API_ID,
    edgeSecretHashes: [createHash('sha256').update(LOCAL_EDGE_SECRET).digest('hex')],
  },
  /** Shared by developers; may be deleted at any time. */
  dev: {
    ...onAws,
    ...at(`dev.${DOMAIN}`),
    account: ACCOUNTS.dev,
    ...googleOf('dev'),
    simulateLiveSources: true,
    checkout: { kind: 'simulated' },
    throttle: { requestsPerSecond: 100, burst: 200 },
    memoryMegabytes: 512,
    evidenceRetentionDays: 90,
    logRetentionDays: 14,
    protectData: false,
  },
  /** Like prod, but with test money: payments of live return 503 until a secret with a Paystack test key is set. */
  staging: {
    ...onAws,
    ...at(`staging.${DOMAIN}`),
    account: ACCOUNTS.staging,
    ...googleOf('staging'),
    checkout: { kind: 'none' },
    textMessages: {},
    logRetentionDays: 30,
    eventArchiveDays: 30,
  },
  prod: {
    ...onAws,
    ...at(DOMAIN),
    account: ACCOUNTS.prod,
    ...googleOf('prod'),
    checkout: { kind: 'paystack', secretName: 'kyb-service/prod/paystack' },
    textMessages: {},
    throttle: { requestsPerSecond: 2000, burst: 4000 },
    trafficShift: 'LambdaCanary10Percent5Minutes',
    logRetentionDays: 365,
    eventArchiveDays: 30,
  },
};

/** The name of a developer's stage. With ten characters of their own, the names of all functions fit. */
const OWN_STAGE = /^dev-([a-z][a-z0-9]{0,9})$/;

const isOwnStage = (name: string): name is `dev-${string}` => OWN_STAGE.test(name);

/**
 * The settings of a developer's stage: those of `dev`, with a mail domain of its own, nothing that costs idle, and
 * nothing that an account or a domain has only once.
 */
const ownStage = (name: string): PerStage => {
  const { edge: _edge, lambdaConcurrency: _share, ...dev } = PER_STAGE.dev;
  return {
    ...dev,
    ...at(`${name.replace(OWN_STAGE, '$1')}.${dev.mail.domain}`),
    edgeSecretHashes: [],
    observed: false,
  };
};

const isStage = (name: string): name is (typeof STAGES)[number] => STAGES.some((stage) => stage === name);

/** @throws StageRefused for a stage that does not exist. */
const settingsOf = (name: string): Pick<StageConfig, 'stage'> & PerStage => {
  if (isStage(name)) return { ...PER_STAGE[name], stage: name };
  if (isOwnStage(name)) return { ...ownStage(name), stage: name };
  throw new StageRefused(
    `There is no stage ${name}. Choose one of ${STAGES.join(', ')}, or dev-<name> with up to ten letters and digits`,
  );
};

/**
 * The settings of a stage.
 *
 * @param name required: there is no default.
 * @throws StageRefused, in one line, for a stage that does not exist or settings that it must not have.
 */
export const stageConfig = (name: string | undefined, settings: DeploySettings): StageConfig => {
  if (name === undefined) throw new StageRefused(`Name the stage with --context stage=<${STAGES.join(' or ')}>`);
  return checkedStage({
    ...settingsOf(name),
    rateLimitScale: Number(settings.rateLimitScale ?? 1),
    ...(settings.apiUrl !== undefined && { apiUrl: settings.apiUrl }),
  });
};

/**
 * The settings that a stage can be deployed without, but not used without. Each synthesis reports them until they are
 * set.
 */
export const remindersOf = ({
  stage,
  mail,
  observed,
  alarmEmail,
  salesEmail,
  supportEmail,
  backup,
}: StageConfig): readonly { id: string; message: string }[] => [
  ...(mail.domain.endsWith('.example')
    ? [
        {
          id: 'kyb-service:domain',
          message: `Stage ${stage} cannot send email from ${mail.domain}. Set DOMAIN in infra/stages.ts`,
        },
      ]
    : []),
  ...(observed && (alarmEmail === undefined || alarmEmail.endsWith('.example'))
    ? [
        {
          id: 'kyb-service:alarms',
          message: `Stage ${stage} notifies nobody of its alarms. Set ALARM_EMAIL in infra/stages.ts`,
        },
      ]
    : []),
  ...(salesEmail.endsWith('.example')
    ? [
        {
          id: 'kyb-service:sales',
          message: `Stage ${stage} notifies nobody of demo requests. Set SALES_EMAIL in infra/stages.ts`,
        },
      ]
    : []),
  ...(supportEmail.endsWith('.example')
    ? [
        {
          id: 'kyb-service:support',
          message: `Stage ${stage} names a support address that nobody reads. Set SUPPORT_EMAIL in infra/stages.ts`,
        },
      ]
    : []),
  ...(stage === 'prod' && backup === undefined
    ? [
        {
          id: 'kyb-service:backup',
          message: `Stage ${stage} is lost with its region or account. Set backup in infra/stages.ts`,
        },
      ]
    : []),
];
