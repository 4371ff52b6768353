/** The deployments of the service. */
export const STAGES = ['local', 'dev', 'staging', 'prod'] as const;

/** A deployment of the service, or a developer's own, such as `dev-ada`: like `dev`, beside it in its account. */
export type StageName = (typeof STAGES)[number] | `dev-${string}`;

/** The region of everything that belongs to an edge: CloudFront takes certificates and firewalls from no other. */
export const EDGE_REGION = 'us-east-1';

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
export const BACKUP_HOURS = [1, 2, 3, 4, 6, 8, 12, 24] as const;

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
