/**
 * How a capability is granted: a secret of the stage, a queue to send to, files of the bucket, the mail service, the
 * text-message service, the language model, the bus, stage settings.
 */
export type CapabilityKind = 'secret' | 'queue' | 'bucket' | 'mailer' | 'textSender' | 'model' | 'bus' | 'settings';

/**
 * What a function may do with files. `keep` writes them, and removes those that no record will name; `read` hands them
 * out; `remove` only removes them.
 */
export type FileUse = 'keep' | 'read' | 'remove';

/** The prefixes of file keys, one for each kind of file. */
export const FILE_PREFIXES = ['attachments', 'verifications', 'disputes', 'exports'] as const;

/** The prefix of the keys of one kind of file. */
export type FilePrefix = (typeof FILE_PREFIXES)[number];

interface Capability {
  readonly kind: CapabilityKind;
  /** The environment variable that holds its name. Settings have several, or none (`infra/environment.ts`). */
  readonly variable?: string;
  /** For files: the prefix of their keys, and what may be done with them. */
  readonly files?: { readonly prefix: FilePrefix; readonly use: FileUse };
}

/**
 * Everything besides the table that a function may be given, by the name that contracts and consumers declare in
 * `touches.uses`. One entry determines the rights (`infra/access.ts`), the variables (`infra/environment.ts`) and the
 * effect that an endpoint receives under that name ({@link effect}); see docs/decisions/0022.
 */
export const CAPABILITIES = {
  /** Derives signing keys and refresh tokens. */
  signing: { kind: 'secret', variable: 'SIGNING_SECRET_NAME' },
  /** Keys password hashes and one-time codes. */
  pepper: { kind: 'secret', variable: 'PEPPER_SECRET_NAME' },
  /** Seals texts at rest. */
  vault: { kind: 'secret', variable: 'VAULT_SECRET_NAME' },
  /** Wakes the workers that send webhooks. */
  deliveries: { kind: 'queue', variable: 'DELIVERY_QUEUE_URL' },
  /** Queues mails that nobody waits for. */
  mails: { kind: 'queue', variable: 'MAIL_QUEUE_URL' },
  /** Queues mails that somebody waits for: codes, links and confirmations. */
  codes: { kind: 'queue', variable: 'CODE_QUEUE_URL' },
  /** Wakes the worker that books visits to addresses and completes simulated ones. */
  visits: { kind: 'queue', variable: 'VISIT_QUEUE_URL' },
  /** Wakes the worker that tops wallets up automatically. */
  charges: { kind: 'queue', variable: 'CHARGE_QUEUE_URL' },
  /** Wakes the worker that notifies the watchers of a vendor of a new score. */
  fanOuts: { kind: 'queue', variable: 'FAN_OUT_QUEUE_URL' },
  /** Wakes the worker that checks watched vendors. */
  vendorChecks: { kind: 'queue', variable: 'VENDOR_CHECK_QUEUE_URL' },
  /** Keeps the files that are checked. */
  verificationUploads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'verifications', use: 'keep' } },
  /** Hands them out. */
  verificationDownloads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'verifications', use: 'read' } },
  /** Removes them. */
  verificationRemovals: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'verifications', use: 'remove' } },
  /** Keeps the files that applicants attach. */
  attachmentUploads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'attachments', use: 'keep' } },
  /** Hands them out to the owners of their widgets. */
  attachmentDownloads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'attachments', use: 'read' } },
  /** Removes them. */
  attachmentRemovals: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'attachments', use: 'remove' } },
  /** Keeps the documents of disputes. */
  disputeUploads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'disputes', use: 'keep' } },
  /** Hands them out to the account that filed the dispute, and to administrators. */
  disputeDownloads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'disputes', use: 'read' } },
  /** Removes them. */
  disputeRemovals: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'disputes', use: 'remove' } },
  /** Keeps the files of exports. */
  exportUploads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'exports', use: 'keep' } },
  /** Hands them out to the accounts that made them. */
  exportDownloads: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'exports', use: 'read' } },
  /** Removes them. */
  exportRemovals: { kind: 'bucket', variable: 'BUCKET_NAME', files: { prefix: 'exports', use: 'remove' } },
  /** The mail service itself, for the one function that sends mails. */
  mailer: { kind: 'mailer', variable: 'MAIL_FROM' },
  /**
   * The text-message service itself, for the one function that sends text messages. Grants nothing if the stage has
   * none.
   */
  textSender: { kind: 'textSender', variable: 'TEXT_MESSAGES' },
  /** The language model that answers chats. Grants nothing if the stage has none. */
  model: { kind: 'model', variable: 'MODEL_ID' },
  /** Whether the stage sends text messages. */
  textSettings: { kind: 'settings' },
  /** The recipients of what visitors of public pages send. */
  sales: { kind: 'settings' },
  /** The address that customers write to for help. */
  support: { kind: 'settings' },
  /** How many of the mails that nobody waits for are sent per second. */
  mailPace: { kind: 'settings' },
  /** How many notices about applicants may be sent per day. */
  noticeCaps: { kind: 'settings' },
  /** Puts events on the bus. */
  bus: { kind: 'bus', variable: 'BUS_NAME' },
  /** How money is topped up, with the provider's key where the provider is real. */
  payments: { kind: 'settings' },
  /**
   * The environments whose payments the simulated checkout takes. Anyone may call a function with this capability, so
   * it reaches only the money of environments that the stage simulates, and no provider's key.
   */
  simulatedCheckout: { kind: 'settings' },
  /** Which live sources there are, with their keys. */
  sources: { kind: 'settings' },
  /** What an account may spend on address verifications in a month, unless an operator has set it. */
  addressBudget: { kind: 'settings' },
  /** For how many days the evidence of checks is kept. */
  evidenceRetention: { kind: 'settings' },
  /** The Google client whose sign-ins are accepted. */
  google: { kind: 'settings' },
  /** Which webhook endpoints are allowed. */
  endpoints: { kind: 'settings' },
} as const satisfies Record<string, Capability>;

/** The name of a capability. */
export type CapabilityName = keyof typeof CAPABILITIES;

type NamesOf<Kind extends CapabilityKind> = {
  [Name in CapabilityName]: (typeof CAPABILITIES)[Name]['kind'] extends Kind ? Name : never;
}[CapabilityName];

/** A secret of the stage that a function may read. `infra/stacks/data.ts` describes what each protects. */
export type SecretName = NamesOf<'secret'>;

/** A queue that a function may send to. */
export type QueueName = NamesOf<'queue'>;

/** Files of the bucket, below one prefix. */
export type FilesName = NamesOf<'bucket'>;

/** Settings of the stage that only some functions receive. */
export type SettingsName = NamesOf<'settings'>;

/** The capabilities of one kind among some, in the order given. */
export const capabilitiesOf = <Kind extends CapabilityKind>(
  kind: Kind,
  names: readonly CapabilityName[] = [],
): readonly NamesOf<Kind>[] => names.filter((name): name is NamesOf<Kind> => CAPABILITIES[name].kind === kind);
