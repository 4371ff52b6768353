/** How serious an event is. */
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** The severity of an event. */
export type Severity = (typeof SEVERITIES)[number];

/** Whether a media mention is unfavourable or favourable to the vendor. */
export type Sentiment = 'negative' | 'positive';

/** A kind of monitoring event as data. */
interface EventKind {
  readonly severity: Severity;
  /** Points that an event of this kind adds to the score; negative if it deducts them. */
  readonly points: number;
  /** Points by severity, if the reporter may state one; `severity` is the default. */
  readonly pointsBySeverity?: Readonly<Partial<Record<Severity, number>>>;
  /** Only for media mentions. */
  readonly sentiment?: Sentiment;
  /** The title of its alerts. */
  readonly title: string;
  /** What happened to the vendor; after its name, this is the sentence of its alerts. */
  readonly finding: string;
  /** What it means to a customer, for the guide of events. */
  readonly meaning: string;
}

const KINDS = {
  sanctions_match: {
    severity: 'CRITICAL',
    points: -40,
    title: 'Sanctions match',
    finding: 'matches an entry on a sanctions list',
    meaning:
      'The business, or somebody who controls it, is on a sanctions list. Doing business with it may be illegal.',
  },
  insolvency: {
    severity: 'CRITICAL',
    points: -30,
    title: 'Insolvency',
    finding: 'is insolvent, or insolvency proceedings have begun',
    meaning: 'Winding up, receivership or bankruptcy. The business may not be able to pay its debts.',
  },
  regulatory_action: {
    severity: 'HIGH',
    points: -20,
    title: 'Regulatory action',
    finding: 'is subject to regulatory action',
    meaning: 'A regulator has fined, warned or suspended the business, or taken it to court.',
  },
  cac_status_change: {
    severity: 'HIGH',
    points: -15,
    title: 'Registry status changed',
    finding: 'has a new status in the registry',
    meaning: 'The registry no longer lists the business as active, or its status there has changed.',
  },
  pep_match: {
    severity: 'HIGH',
    points: -10,
    title: 'Politically exposed person',
    finding: 'is connected with a politically exposed person',
    meaning:
      'Somebody who controls the business holds, or has held, public office. Enhanced due diligence is required.',
  },
  adverse_media: {
    severity: 'MEDIUM',
    points: -8,
    pointsBySeverity: { LOW: -2, MEDIUM: -8, HIGH: -15 },
    sentiment: 'negative',
    title: 'Adverse media',
    finding: 'has received unfavourable coverage',
    meaning:
      'The press or public sources report something that counts against the business. The severity shows how ' +
      'serious it is.',
  },
  litigation: {
    severity: 'MEDIUM',
    points: -8,
    title: 'Litigation',
    finding: 'is a party to a court case',
    meaning: 'The business is a party to a court case.',
  },
  annual_return_overdue: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Annual return overdue',
    finding: 'has not filed its annual return on time',
    meaning:
      'An annual return has not been filed with the registry. Businesses that stop filing are struck off after ' +
      'some years.',
  },
  ownership_change: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Ownership changed',
    finding: 'has new shareholders, or their shares have changed',
    meaning: 'The owners of the business have changed. You may have to identify its beneficial owners again.',
  },
  tax_status_change: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Tax status changed',
    finding: 'has a new status with the tax authority',
    meaning: 'The tax authority no longer finds the tax number of the business, or its status there has changed.',
  },
  licence_change: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Licence changed',
    finding: 'has had a licence changed, suspended or withdrawn',
    meaning: 'A licence that the business needs to operate was changed, suspended or withdrawn, or has expired.',
  },
  director_change: {
    severity: 'MEDIUM',
    points: -3,
    title: 'Directors changed',
    finding: 'has had a change of directors',
    meaning: 'A director has joined or left. The people who can sign for the business may have changed.',
  },
  bank_account_change: {
    severity: 'MEDIUM',
    points: -3,
    title: 'Bank account changed',
    finding: 'has a new bank account',
    meaning:
      'The bank account of the business has changed. Confirm the new account through another channel before ' +
      'you pay.',
  },
  address_change: {
    severity: 'LOW',
    points: -1,
    title: 'Address changed',
    finding: 'has a new registered address',
    meaning: 'The registered address of the business has changed.',
  },
  name_change: {
    severity: 'LOW',
    points: -1,
    title: 'Name changed',
    finding: 'has a new registered name',
    meaning: 'The registered name of the business has changed. You may have to update contracts and screenings.',
  },
  positive_media: {
    severity: 'LOW',
    points: 1,
    sentiment: 'positive',
    title: 'Positive media',
    finding: 'has received favourable coverage',
    meaning: 'The press or public sources report something that counts in favour of the business.',
  },
} as const satisfies Record<string, EventKind>;

/** A kind that can be reported about a vendor. */
export type ReportedKind = keyof typeof KINDS;

/** Every kind that can be reported about a vendor, in the order of the guide. */
export const REPORTED_KINDS = Object.keys(KINDS) as [ReportedKind, ...ReportedKind[]];

/** The kind of the first event of a vendor's history. It makes no alert. */
export const MONITORING_STARTED = 'monitoring_started';

/** The kind of a stored event. */
export type EventKindName = ReportedKind | typeof MONITORING_STARTED;

/** The definition of a kind. */
export const kindOf = (kind: ReportedKind): EventKind => KINDS[kind];

/** The severities that a reporter may state for a kind: none for most kinds, whose severity is fixed. */
export const statableSeverities = (kind: ReportedKind): readonly Severity[] => {
  const { pointsBySeverity = {} } = kindOf(kind);
  return SEVERITIES.filter((severity) => severity in pointsBySeverity);
};

/**
 * The severity of an event, and the hundredths of a point that it adds to the score. A stated severity counts if the
 * kind allows it.
 */
export const effectOf = (
  kind: ReportedKind,
  stated: Severity | undefined,
): { readonly severity: Severity; readonly deltaHundredths: number } => {
  const { severity: fixed, points, pointsBySeverity = {} } = kindOf(kind);
  const severity = stated !== undefined && stated in pointsBySeverity ? stated : fixed;
  return { severity, deltaHundredths: (pointsBySeverity[severity] ?? points) * 100 };
};

/** Whether a media mention is unfavourable or favourable to the vendor; undefined for other kinds. */
export const sentimentOf = (kind: EventKindName): Sentiment | undefined =>
  kind === MONITORING_STARTED ? undefined : kindOf(kind).sentiment;
