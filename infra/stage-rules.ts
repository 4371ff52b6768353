import { BACKUP_HOURS, EDGE_REGION, type StageConfig, type StageName } from './stage-config.ts';

/** A stage has settings that must not be deployed together. Its message is one line that states what to change. */
export class StageRefused extends Error {
  override readonly name = 'StageRefused';
}

/** Whether a stage is `dev` or a developer's own, which hold no real data. */
const isDevStage = (stage: StageName): boolean => stage === 'dev' || stage.startsWith('dev-');

/** Whether an optional setting is undefined, or a number above 0. */
const isPositive = (value: number | undefined): boolean => value === undefined || (Number.isFinite(value) && value > 0);

const ADDRESS = /^[^@\s]+@[^@\s]+$/;
const ORIGIN = /^https?:\/\/[^/\s,]+$/;
const HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const CERTIFICATE_ARN = /^arn:aws:acm:([a-z0-9-]+):\d{12}:certificate\/\S+$/;

/** Whether an ARN is that of a certificate in a region. */
const isCertificateIn = (region: string, arn: string): boolean => CERTIFICATE_ARN.exec(arn)?.[1] === region;

/** The ARN of a vault of AWS Backup, with its region and account (AWS Backup Developer Guide, "CopyAction"). */
const VAULT_ARN = /^arn:aws:backup:([a-z]{2}(?:-[a-z]+)+-\d):(\d{12}):backup-vault:[\w-]{2,50}$/;

/** The rules for every stage: the message of a violation, and the check. */
const RULES: readonly { readonly message: string; readonly holds: (config: StageConfig) => boolean }[] = [
  {
    message: 'RATE_LIMIT_SCALE must be a number above 0',
    holds: ({ rateLimitScale }) => Number.isFinite(rateLimitScale) && rateLimitScale > 0,
  },
  {
    message: 'RATE_LIMIT_SCALE is not allowed in prod, whose limits are fixed by the interface',
    holds: ({ stage, rateLimitScale }) => stage !== 'prod' || rateLimitScale === 1,
  },
  {
    message: 'simulateLiveSources is allowed only in local and dev, so that no other stage ever invents a live result',
    holds: ({ stage, simulateLiveSources }) => !simulateLiveSources || stage === 'local' || isDevStage(stage),
  },
  {
    message: 'the simulated checkout is allowed only in local and dev, so that no other stage ever invents live money',
    holds: ({ stage, checkout }) => checkout.kind !== 'simulated' || stage === 'local' || isDevStage(stage),
  },
  {
    message: 'prod takes payments, so checkout must name the secret with the Paystack key',
    holds: ({ stage, checkout }) => stage !== 'prod' || checkout.kind === 'paystack',
  },
  {
    message: 'addressBudgetKobo must be a whole number of kobo, 0 or more',
    holds: ({ addressBudgetKobo }) => Number.isSafeInteger(addressBudgetKobo) && addressBudgetKobo >= 0,
  },
  {
    message: 'evidenceRetentionDays must be a whole number from 1 to 36525, and in prod at least 1827 (five years)',
    holds: ({ stage, evidenceRetentionDays: days }) =>
      Number.isSafeInteger(days) && days >= (stage === 'prod' ? 1827 : 1) && days <= 36_525,
  },
  {
    message: 'allowLoopbackEndpoints is allowed only in local; elsewhere webhooks go only to public https endpoints',
    holds: ({ stage, allowLoopbackEndpoints }) => !allowLoopbackEndpoints || stage === 'local',
  },
  {
    message: 'webOrigins must be origins such as https://app.example.com, without a path',
    holds: ({ webOrigins }) => webOrigins.length > 0 && webOrigins.every((origin) => ORIGIN.test(origin)),
  },
  {
    message: 'webOrigins must use https outside local',
    holds: ({ stage, webOrigins }) => stage === 'local' || webOrigins.every((origin) => origin.startsWith('https:')),
  },
  {
    message: 'apiUrl must be a URL such as https://api.example.com, without a trailing slash',
    holds: ({ apiUrl }) => apiUrl === undefined || (URL.canParse(apiUrl) && !/[/?#]$/.test(apiUrl)),
  },
  {
    message: 'apiUrl must use https outside local',
    holds: ({ stage, apiUrl }) => stage === 'local' || apiUrl === undefined || apiUrl.startsWith('https:'),
  },
  {
    message: 'edgeSecretHashes must be one SHA-256 hash in hex, or two while the secret is being rotated',
    holds: ({ edgeSecretHashes }) =>
      edgeSecretHashes.length <= 2 && edgeSecretHashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)),
  },
  {
    message: 'edge is not allowed in local, which is called from this machine only',
    holds: ({ stage, edge }) => stage !== 'local' || edge === undefined,
  },
  {
    message: 'edge.domainName must be a host such as api.example.com, and apiUrl must be left out: it follows',
    holds: ({ edge, apiUrl }) => edge === undefined || (HOST.test(edge.domainName) && apiUrl === undefined),
  },
  {
    message:
      'edge needs the hash of its secret in edgeSecretHashes: npm run ops -- make-edge-secret, before edge is set',
    holds: ({ edge, edgeSecretHashes }) => edge === undefined || edgeSecretHashes.length > 0,
  },
  {
    message: 'edge needs hostedZone or certificateArns, not both, and the domain must be within the zone',
    holds: ({ edge }) =>
      edge === undefined ||
      (edge.hostedZone === undefined
        ? edge.certificateArns !== undefined
        : edge.certificateArns === undefined && edge.domainName.endsWith(`.${edge.hostedZone.name}`)),
  },
  {
    // Amazon CloudFront Developer Guide, "Requirements for using SSL/TLS certificates with CloudFront".
    message: `edge.certificateArns must be of certificates in ${EDGE_REGION} (edge) and in the stage's region (api)`,
    holds: ({ edge, region }) =>
      edge?.certificateArns === undefined ||
      (isCertificateIn(EDGE_REGION, edge.certificateArns.edge) && isCertificateIn(region, edge.certificateArns.api)),
  },
  {
    // Lambda keeps 100 for functions without a share. AWS Lambda Developer Guide, "Configuring reserved concurrency".
    message: 'lambdaConcurrency must be a whole number of 1000 or more: below that there is nothing to divide',
    holds: ({ lambdaConcurrency: quota }) => quota === undefined || (Number.isSafeInteger(quota) && quota >= 1000),
  },
  {
    message: 'google.clientId must be the client id of the web pages, as shown by Google',
    holds: ({ google }) => google === undefined || /^\S+$/.test(google.clientId),
  },
  {
    message: 'google.issuer and google.jwksUrl must be URLs of the same provider, and use https outside local',
    holds: ({ stage, google }) =>
      (google?.issuer === undefined) === (google?.jwksUrl === undefined) &&
      [google?.issuer, google?.jwksUrl].every(
        (url) => url === undefined || (URL.canParse(url) && (stage === 'local' || url.startsWith('https:'))),
      ),
  },
  {
    message: 'account must have twelve digits',
    holds: ({ account }) => account === undefined || /^\d{12}$/.test(account),
  },
  {
    message: 'backup.copyTo must be ARNs of backup vaults in another region or account than the stage, at least one',
    holds: ({ backup, account, region }) =>
      backup === undefined ||
      (backup.copyTo.length > 0 &&
        backup.copyTo.every((arn) => {
          const [, vaultRegion, vaultAccount] = VAULT_ARN.exec(arn) ?? [];
          return vaultRegion !== undefined && (vaultRegion !== region || vaultAccount !== account);
        })),
  },
  {
    message: `backup.everyHours must be one of ${BACKUP_HOURS.join(', ')}`,
    holds: ({ backup }) => backup === undefined || BACKUP_HOURS.includes(backup.everyHours),
  },
  {
    message: 'backup.retentionDays must be a whole number from 1 to 36500',
    holds: ({ backup }) =>
      backup === undefined ||
      (Number.isSafeInteger(backup.retentionDays) && backup.retentionDays >= 1 && backup.retentionDays <= 36_500),
  },
  {
    message: 'backup is allowed only where data is protected: a restore is deployed there by adopting its table',
    holds: ({ backup, protectData }) => backup === undefined || protectData,
  },
  {
    message: 'alarmEmail must be an email address',
    holds: ({ alarmEmail }) => alarmEmail === undefined || ADDRESS.test(alarmEmail),
  },
  {
    message: 'prod needs an alarmEmail, because without one nobody receives its alarms',
    holds: ({ stage, alarmEmail }) => stage !== 'prod' || alarmEmail !== undefined,
  },
  {
    message: 'expectedCallsPerHour and textMessages.monthlySpendUsd must be numbers above 0',
    holds: ({ expectedCallsPerHour, textMessages }) =>
      [expectedCallsPerHour, textMessages?.monthlySpendUsd].every(isPositive),
  },
  {
    message: 'monthlyBudgetUsd must be a number above 0, and needs an alarmEmail, which it is mailed to',
    holds: ({ monthlyBudgetUsd, alarmEmail }) =>
      isPositive(monthlyBudgetUsd) && (monthlyBudgetUsd === undefined || alarmEmail !== undefined),
  },
  {
    message: 'outsideProbe.host must be a public host such as api.example.com, of a stage that is observed',
    holds: ({ outsideProbe, observed }) =>
      outsideProbe === undefined || (observed && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(outsideProbe.host)),
  },
  {
    message: 'salesEmail must be an email address',
    holds: ({ salesEmail }) => ADDRESS.test(salesEmail),
  },
  {
    message: 'supportEmail must be an email address',
    holds: ({ supportEmail }) => ADDRESS.test(supportEmail),
  },
  {
    // Amazon SNS Developer Guide, "Sender IDs".
    message: 'textMessages.senderId must have 1 to 11 letters and digits, with at least one letter',
    holds: ({ textMessages }) =>
      textMessages?.senderId === undefined || /^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/.test(textMessages.senderId),
  },
  {
    message: 'textMessages are not allowed in local, because the emulator cannot send any',
    holds: ({ stage, textMessages }) => stage !== 'local' || textMessages === undefined,
  },
  {
    // Amazon Bedrock API Reference, "Converse", `modelId`.
    message: 'model.modelId must be the id of a model or an inference profile, such as eu.amazon.nova-lite-v1:0',
    holds: ({ model }) => model === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)+(:[a-z0-9:]+)?$/i.test(model.modelId),
  },
  {
    message:
      'model.maxAnswerTokens must be a whole number from 64 to 4096, because an answer must be ready within 24 ' +
      'seconds',
    holds: ({ model }) =>
      model === undefined ||
      (Number.isSafeInteger(model.maxAnswerTokens) && model.maxAnswerTokens >= 64 && model.maxAnswerTokens <= 4096),
  },
  {
    message: 'model.guardrail must have an id and a version, which is a number or DRAFT',
    holds: ({ model }) =>
      model?.guardrail === undefined ||
      (/^[a-z0-9]+$/.test(model.guardrail.id) && /^([1-9]\d*|DRAFT)$/.test(model.guardrail.version)),
  },
  {
    message: 'model is not allowed in local: the emulator has none, and the offline assistant answers instead',
    holds: ({ stage, model }) => stage !== 'local' || model === undefined,
  },
  {
    message: 'tracing is not allowed in local, because the emulator has no X-Ray',
    holds: ({ stage, tracing }) => stage !== 'local' || tracing !== true,
  },
  {
    message: 'mail.sender must be an address at mail.domain, because SES rejects any other',
    holds: ({ mail }) => mail.sender.endsWith(`@${mail.domain}`),
  },
  {
    message: 'mailsPerSecond must be 1 or more, the lowest rate of any SES account',
    holds: ({ mailsPerSecond }) => Number.isFinite(mailsPerSecond) && mailsPerSecond >= 1,
  },
  {
    message: 'noticesPerDay must be whole numbers, 1 or more',
    holds: ({ noticesPerDay }) =>
      Object.values(noticesPerDay).every((notices) => Number.isSafeInteger(notices) && notices >= 1),
  },
  {
    message: 'prod must protect its data',
    holds: ({ stage, protectData }) => stage !== 'prod' || protectData,
  },
  {
    message: 'trafficShift needs observed, because without alarms nothing returns the traffic',
    holds: ({ observed, trafficShift }) => observed || trafficShift === undefined,
  },
  {
    message: 'apiTimeoutSeconds must be below 30, because API Gateway gives up after that',
    holds: ({ apiTimeoutSeconds }) => apiTimeoutSeconds < 30,
  },
  {
    message:
      'the differences of an emulator (callerCredentials, plain http, any sender, a fixed API id, patience with AWS) are for local only',
    holds: ({ stage, deployWith, requireTls, mailGrant, fixedApiId, awsPatienceSeconds }) =>
      stage === 'local' ||
      (deployWith === 'bootstrapRoles' &&
        requireTls &&
        mailGrant === 'sender' &&
        fixedApiId === undefined &&
        awsPatienceSeconds === undefined),
  },
];

/**
 * Returns its argument if it satisfies the rules for its stage.
 *
 * @throws StageRefused naming every broken rule.
 */
export const checkedStage = (config: StageConfig): StageConfig => {
  const broken = RULES.filter(({ holds }) => !holds(config)).map(({ message }) => message);
  if (broken.length > 0) throw new StageRefused(`Stage ${config.stage}: ${broken.join('; ')}`);
  return config;
};
