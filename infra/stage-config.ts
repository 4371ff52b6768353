/** The deployments of the service. */
export const STAGES = ['local', 'dev', 'staging', 'prod'] as const;

/** A deployment of the service, or a developer's own, such as `dev-ada`: like `dev`, beside it in its account. */
export type StageName = (typeof STAGES)[number] | `dev-${string}`;

/** The region of everything that belongs to an edge: CloudFront takes certificates and firewalls from no other. */
export const EDGE_REGION = 'us-east-1';

/** Whether a stage is `dev` or a developer's own, which hold no real data. */
const isDevStage = (stage: StageName): boolean => stage === 'dev' || stage.startsWith('dev-');

/** The edge of a stage: one host, behind which the whole API is. */
export interface EdgeConfig {
  /** The API's host, such as `api.kyb.ng`. It is the edge's alone. */
  readonly domainName: string;
  /** The public Route 53 zone of the account that holds the domain: its records and certificates are made in it. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /**
   * Without a zone: the ARNs of two certificates of the domain, in us-east-1 for the edge, and in the stage's region for
   * the API behind it.
   */
  readonly certificateArns?: { readonly edge: string; readonly api: string };
  /** Also lets calls through that bypass the edge, while callers move to its host. */
  readonly alsoDirect?: true;
}

/** The hours that may be between two backups: those that divide a day. */
const BACKUP_HOURS = [1, 2, 3, 4, 6, 8, 12, 24] as const;

/** Every setting in which stages may differ. */
export interface StageConfig {
  readonly stage: StageName;
  /** The one AWS account that it is deployed to; undefined until the operator has set it. */
  readonly account: string | undefined;
  readonly region: string;

  /** Origins of our own web pages. Only from these do cookies authorise state-changing requests. */
  readonly webOrigins: readonly string[];
  /**
   * The API's public address, without `/v1`, if it is not API Gateway's own: a domain of the stage, or its edge. The
   * service's pages and documents contain it, and its origin is one of our own.
   */
  readonly apiUrl?: string;
  /**
   * SHA-256 hashes, in hex, of the secret that the stage's edge sends: two while it is rotated, none without an
   * edge. The edge's report of the caller and its location is trusted only with that secret. `edge`
   * sends the secret of the first hash.
   */
  readonly edgeSecretHashes: readonly string[];
  /** A CloudFront distribution with a firewall, through which alone the API is called. None when undefined. */
  readonly edge?: EdgeConfig;
  /** Factor on every rate limit of the interface. */
  readonly rateLimitScale: number;
  /** Requests per second, and burst, of the whole API above which API Gateway itself responds with 429. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /**
   * The `aud` of access tokens. Their `iss` is the API's own address, so a token of one stage is invalid on another.
   */
  readonly tokenAudience: string;
  /**
   * The domain that SES sends for, the sender's address of mails, and whether the stage creates SES's identity of the
   * domain: `existing` leaves one alone that somebody else owns in the account.
   */
  readonly mail: { readonly domain: string; readonly sender: string; readonly identity?: 'create' | 'existing' };

  /**
   * How many of the mails that nobody waits for, such as reminders, are sent per second: well below what SES allows the
   * account, so that codes and links always have room.
   */
  readonly mailsPerSecond: number;
  /**
   * How many notices about applicants, mails and text messages together, are sent in a UTC day: to one recipient who
   * has not confirmed the address, about one applicant, and for one account in one environment.
   */
  readonly noticesPerDay: { readonly recipient: number; readonly applicant: number; readonly account: number };

  /**
   * Turns on text messages to applicants whose widget wants them, by Amazon SNS, and sets the sender's name that is
   * registered for them. Without a name, SNS chooses a number. Without this setting no text message is sent. An alarm
   * goes off at 80 % of `monthlySpendUsd`, the account's quota of SNS: 1 dollar until AWS raises it.
   */
  readonly textMessages?: { readonly senderId?: string; readonly monthlySpendUsd?: number };

  /** The recipient of what visitors send with the forms of public pages: subscriptions and demo requests. */
  readonly salesEmail: string;
  /** The address that customers write to for help. */
  readonly supportEmail: string;

  /** Whether webhook endpoints may be plain http on the loopback address. */
  readonly allowLoopbackEndpoints: boolean;
  /** Whether the sandbox replaces live sources that are not configured. */
  readonly simulateLiveSources: boolean;
  /** The secret with the addresses and keys of live sources; without one, live sources are unavailable. */
  readonly sourcesSecretName?: string;
  /**
   * What an account may spend on address verifications in a UTC calendar month, in kobo, in each environment, unless an
   * operator has set another cap for the account.
   */
  readonly addressBudgetKobo: number;
  /**
   * For how many days after a check its evidence is kept and shown: the compared data, the source's response, and the
   * list entries of a screening.
   */
  readonly evidenceRetentionDays: number;
  /**
   * How `live` wallets are topped up: on a simulated payment page, by Paystack with the key in this secret, or not at
   * all. Sandbox wallets use the simulated page on every stage.
   */
  readonly checkout:
    | { readonly kind: 'simulated' }
    | { readonly kind: 'paystack'; readonly secretName: string }
    | { readonly kind: 'none' };
  /**
   * Sign-in with Google: the client id of our web pages there. Without it the endpoint returns 503. Issuer and key
   * address are Google's, unless another provider of OpenID Connect replaces it.
   */
  readonly google?: { readonly clientId: string; readonly issuer?: string; readonly jwksUrl?: string };

  /**
   * The model of Amazon Bedrock that answers `live` chats: the id of a model, or of an inference profile of several
   * regions; its region, if not the stage's; the guardrail that filters questions and answers; and the maximum number
   * of tokens of an answer. Without it the offline assistant answers.
   */
  readonly model?: {
    readonly modelId: string;
    readonly region?: string;
    readonly guardrail?: { readonly id: string; readonly version: string };
    readonly maxAnswerTokens: number;
  };

  /**
   * Lambda's quota of concurrent executions in the account, once it is raised. With it, functions that one slow service
   * or flood could fill it with have a share of their own (`infra/concurrency.ts`); those of stages in one account add
   * up. An alarm goes off at 80 % of it, or of 1,000.
   */
  readonly lambdaConcurrency?: number;
  readonly memoryMegabytes: number;
  /** Maximum run time of an API function: below the 30 s after which API Gateway gives up. */
  readonly apiTimeoutSeconds: number;
  /**
   * How long functions wait for a connection to AWS or its response, for an emulator that starts a process for each
   * concurrent call. 3 s and 5 s when undefined.
   */
  readonly awsPatienceSeconds?: number;
  readonly logRetentionDays: 1 | 14 | 30 | 90 | 180 | 365;
  /**
   * Retention of the API's access log, the only log with callers' addresses: just long enough to investigate an attack.
   */
  readonly accessLogRetentionDays: 1 | 90;
  /** The recipient of mails when an alarm goes off. */
  readonly alarmEmail: string | undefined;
  /** Whether the stage has alarms and dashboards, which cost as much while it is idle. */
  readonly observed: boolean;
  /** An alarm goes off after an hour with fewer calls, those of `GET /v1/status` aside; none when undefined. */
  readonly expectedCallsPerHour?: number;
  /**
   * What the whole AWS account may cost in a month, in US dollars: `alarmEmail` is mailed at 80 % of it, and as soon as
   * AWS forecasts more than all of it. None when undefined.
   */
  readonly monthlyBudgetUsd?: number;
  /**
   * The public host of the API, such as `api.example.com`, if Route 53 is to call its `GET /v1/status` from three
   * regions and an alarm to go off when that fails. Costs about 2 dollars a month (decision 98).
   */
  readonly outsideProbe?: { readonly host: string };
  /**
   * Whether functions send traces to AWS X-Ray: of the first request each second, and of 5 percent of the others. They
   * begin at a function, because HTTP APIs send none (Amazon API Gateway Developer Guide, "Choose between REST APIs and
   * HTTP APIs").
   */
  readonly tracing?: boolean;
  /**
   * How API Gateway's calls move to a new version of an endpoint's function, by a predefined configuration of CodeDeploy,
   * while an alarm is watched that returns them. A deploy that fails then restores the release before it. At once, and
   * without restoring, when undefined.
   */
  readonly trafficShift?:
    | 'LambdaCanary10Percent5Minutes'
    | 'LambdaCanary10Percent10Minutes'
    | 'LambdaLinear10PercentEvery1Minute';
  /** Days that the event bus keeps events for a replay; none when undefined. */
  readonly eventArchiveDays?: number;
  /** Whether data outlives its stack, and the deletion of the table or the stack is refused. */
  readonly protectData: boolean;
  /**
   * Backups of table and files, copied to vaults in other regions or accounts; without it, both are lost with their
   * region or account.
   */
  readonly backup?: {
    /** The ARNs of the vaults that each backup is copied to. */
    readonly copyTo: readonly string[];
    /** The hours between two backups: what a lost region or account costs at most, besides the time of copying. */
    readonly everyHours: (typeof BACKUP_HOURS)[number];
    /** The days for which a copy is kept. */
    readonly retentionDays: number;
  };

  /**
   * How `cdk deploy` accesses the account: by the roles of the bootstrap stack, or with the caller's own credentials.
   */
  readonly deployWith: 'bootstrapRoles' | 'callerCredentials';
  /** Whether queues and topics refuse plain http. */
  readonly requireTls: boolean;
  /**
   * What mail functions may send as: only the stage's sender, or anything, if the emulator supports no finer
   * permission.
   */
  readonly mailGrant: 'sender' | 'any';
  /** A fixed id of the HTTP API, so that its address never changes. Only emulators support it. */
  readonly fixedApiId?: string;
}

/** Whether a stage is called through its edge alone. */
export const isEdgeOnly = ({ edge }: Pick<StageConfig, 'edge'>): boolean => edge !== undefined && !edge.alsoDirect;

/** A stage has settings that must not be deployed together. Its message is one line that states what to change. */
export class StageRefused extends Error {
  override readonly name = 'StageRefused';
}

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
 * @throws StageRefused naming the first broken rule.
 */
export const checkedStage = (config: StageConfig): StageConfig => {
  const broken = RULES.find(({ holds }) => !holds(config));
  if (broken) throw new StageRefused(`Stage ${config.stage}: ${broken.message}`);
  return config;
};
