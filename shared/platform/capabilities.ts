/**
 * How a capability is granted: a secret of the stage, a queue to send to, files of the bucket, the mail service, the
 * text-message service, the language model, the bus, stage settings.
 */
export type CapabilityKind = 'secret' | 'queue' | 'bucket' | 'mailer' | 'textSender' | 'model' | 'bus' | 'settings';

/**
 * What a function may do with files: `keep` writes them, and removes again what was written in vain; `read` hands them
 * out; `remove` does only that.
 */
export type FileUse = 'keep' | 'read' | 'remove';

/** The first parts of the keys of files: each kind of file has its own. */
export const FILE_PREFIXES = ['attachments', 'verifications', 'disputes', 'exports'] as const;

/** The first part of the keys of files of one kind. */
export type FilePrefix = (typeof FILE_PREFIXES)[number];

interface Capability {
  readonly kind: CapabilityKind;
  /** The variable that names it to the function; settings bring several, or none (`infra/environment.ts`). */
  readonly variable?: string;
  /** Of files: the first part of their keys, and what may be done with them. */
  readonly files?: { readonly prefix: FilePrefix; readonly use: FileUse };
}

/**
 * Everything that a function may be given beside the table, by the name that contracts and consumers declare in
 * `touches.uses`. From one entry derive the rights (`infra/access.ts`), the variables (`infra/environment.ts`) and the
 * effect that an endpoint receives under that name ({@link effect}); see docs/decisions/0022.
 */
export const CAPABILITIES = {
  /** What signing keys and refresh tokens are derived from. */
  signing: { kind: 'secret', variable: 'SIGNING_SECRET_NAME' },
  /** What password hashes and one-time codes are keyed with. */
  pepper: { kind: 'secret', variable: 'PEPPER_SECRET_NAME' },
  /** What texts at rest are sealed with. */
  vault: { kind: 'secret', variable: 'VAULT_SECRET_NAME' },
  /** Wakes the workers that send webhooks. */
  deliveries: { kind: 'queue', variable: 'DELIVERY_QUEUE_URL' },
  /** Queues mails that nobody waits for. */
  mails: { kind: 'queue', variable: 'MAIL_QUEUE_URL' },
  /** Queues mails that somebody waits for: codes, links and confirmations. */
  codes: { kind: 'queue', variable: 'CODE_QUEUE_URL' },
  /** Has visits to addresses booked, and simulated ones completed. */
  visits: { kind: 'queue', variable: 'VISIT_QUEUE_URL' },
  /** Wakes the worker that tops wallets up automatically. */
  charges: { kind: 'queue', variable: 'CHARGE_QUEUE_URL' },
  /** Has the watchers of a vendor told that its score changed. */
  fanOuts: { kind: 'queue', variable: 'FAN_OUT_QUEUE_URL' },
  /** Has watched vendors checked. */
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
  /** Hands them out to who filed the dispute, and to administrators. */
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
  /** The text-message service itself, for the one function that sends text messages; nothing where the stage has none. */
  textSender: { kind: 'textSender', variable: 'TEXT_MESSAGES' },
  /** The language model that answers chats; nothing where the stage has none. */
  model: { kind: 'model', variable: 'MODEL_ID' },
  /** Whether the stage sends text messages. */
  textSettings: { kind: 'settings' },
  /** Who is mailed what visitors of public pages sent. */
  sales: { kind: 'settings' },
  /** Whom customers write to for help. */
  support: { kind: 'settings' },
  /** How many mails a second are sent of those that nobody waits for. */
  mailPace: { kind: 'settings' },
  /** How many notices about applicants there are a day. */
  noticeCaps: { kind: 'settings' },
  /** Puts events on the bus. */
  bus: { kind: 'bus', variable: 'BUS_NAME' },
  /** How money is topped up, with the key of the provider where it is real. */
  payments: { kind: 'settings' },
  /**
   * Whose payments the simulated checkout takes. Anyone may call what has it, so it reaches the money of no environment
   * but those that the stage simulates, and no provider's key.
   */
  simulatedCheckout: { kind: 'settings' },
  /** Which live sources there are, with their keys. */
  sources: { kind: 'settings' },
  /** What an account may spend on address verifications in a month, unless an operator has set it. */
  addressBudget: { kind: 'settings' },
  /** For how many days the evidence of checks is kept. */
  evidenceRetention: { kind: 'settings' },
  /** Whose sign-ins with Google are ours. */
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

/** Settings of the stage that only some functions know. */
export type SettingsName = NamesOf<'settings'>;

/** Those of some capabilities that are granted in one way, in the order given. */
export const capabilitiesOf = <Kind extends CapabilityKind>(
  kind: Kind,
  names: readonly CapabilityName[] = [],
): readonly NamesOf<Kind>[] => names.filter((name): name is NamesOf<Kind> => CAPABILITIES[name].kind === kind);
