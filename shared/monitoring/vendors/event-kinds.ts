/** How serious an event is. */
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** How serious an event is. */
export type Severity = (typeof SEVERITIES)[number];

/** What is written about a vendor: whether it speaks for it or against it. */
export type Sentiment = 'negative' | 'positive';

/** A kind of monitoring event as data. */
interface EventKind {
  readonly severity: Severity;
  /** Points that such an event adds to the score: negative where it takes them. */
  readonly points: number;
  /** Points by severity, where the reporter may state one; `severity` is the one without. */
  readonly pointsBySeverity?: Readonly<Partial<Record<Severity, number>>>;
  /** For media mentions alone. */
  readonly sentiment?: Sentiment;
  /** The title of its alerts. */
  readonly title: string;
  /** What became of the vendor: with its name before it the sentence of its alerts. */
  readonly finding: string;
  /** What it means to a customer, for the guide. */
  readonly meaning: string;
}

const KINDS = {
  sanctions_match: {
    severity: 'CRITICAL',
    points: -40,
    title: 'Sanctions match',
    finding: 'matches an entry of a sanctions list',
    meaning:
      'The business, or somebody who controls it, is on a sanctions list. Doing business with it may be illegal.',
  },
  insolvency: {
    severity: 'CRITICAL',
    points: -30,
    title: 'Insolvency',
    finding: 'is insolvent, or proceedings about that have begun',
    meaning: 'Winding up, receivership or bankruptcy: what it owes may not be paid.',
  },
  regulatory_action: {
    severity: 'HIGH',
    points: -20,
    title: 'Regulatory action',
    finding: 'is subject to an action of a regulator',
    meaning: 'A regulator has fined, warned or suspended the business, or taken it to court.',
  },
  cac_status_change: {
    severity: 'HIGH',
    points: -15,
    title: 'Registry status changed',
    finding: 'has another status in the registry',
    meaning: 'The registry no longer lists it as active, or lists another status than before.',
  },
  pep_match: {
    severity: 'HIGH',
    points: -10,
    title: 'Politically exposed person',
    finding: 'is connected with a politically exposed person',
    meaning: 'Somebody who controls it holds, or held, a public office: enhanced due diligence is due.',
  },
  adverse_media: {
    severity: 'MEDIUM',
    points: -8,
    pointsBySeverity: { LOW: -2, MEDIUM: -8, HIGH: -15 },
    sentiment: 'negative',
    title: 'Adverse media',
    finding: 'is reported on unfavourably',
    meaning: 'Press or public sources report something that counts against it; the severity says how serious it is.',
  },
  litigation: {
    severity: 'MEDIUM',
    points: -8,
    title: 'Litigation',
    finding: 'is a party to a court case',
    meaning: 'A court case by or against the business has become known.',
  },
  annual_return_overdue: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Annual return overdue',
    finding: 'has not filed its annual return in time',
    meaning:
      'An annual return is missing at the registry; businesses that stop filing are struck off after some years.',
  },
  ownership_change: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Ownership changed',
    finding: 'has other shareholders, or they hold other shares',
    meaning: 'Its owners have changed: the beneficial owners may have to be identified again.',
  },
  tax_status_change: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Tax status changed',
    finding: 'has another status with the tax authority',
    meaning: 'Its tax number is no longer found, or its status with the tax authority is another one.',
  },
  licence_change: {
    severity: 'MEDIUM',
    points: -5,
    title: 'Licence changed',
    finding: 'has a licence that was changed, suspended or withdrawn',
    meaning: 'A licence that it needs to operate was changed, suspended, withdrawn or has expired.',
  },
  director_change: {
    severity: 'MEDIUM',
    points: -3,
    title: 'Directors changed',
    finding: 'has other directors',
    meaning: 'A director has joined or left; whoever signs for it may have changed.',
  },
  bank_account_change: {
    severity: 'MEDIUM',
    points: -3,
    title: 'Bank account changed',
    finding: 'is paid to another bank account',
    meaning: 'The account it is paid to has changed: confirm it through another channel before you pay.',
  },
  address_change: {
    severity: 'LOW',
    points: -1,
    title: 'Address changed',
    finding: 'has another registered address',
    meaning: 'Its registered address has changed.',
  },
  name_change: {
    severity: 'LOW',
    points: -1,
    title: 'Name changed',
    finding: 'has another registered name',
    meaning: 'Its registered name has changed; contracts and screenings may have to follow.',
  },
  positive_media: {
    severity: 'LOW',
    points: 1,
    sentiment: 'positive',
    title: 'Positive media',
    finding: 'is reported on favourably',
    meaning: 'Press or public sources report something that counts for it.',
  },
} as const satisfies Record<string, EventKind>;

/** What may be reported of a vendor. */
export type ReportedKind = keyof typeof KINDS;

/** Every kind that may be reported of a vendor, in the order of the guide. */
export const REPORTED_KINDS = Object.keys(KINDS) as [ReportedKind, ...ReportedKind[]];

/** The event that a vendor's history starts with: it concerns nobody, and makes no alert. */
export const MONITORING_STARTED = 'monitoring_started';

/** The kind of a stored event. */
export type EventKindName = ReportedKind | typeof MONITORING_STARTED;

/** What is known of a kind. */
export const kindOf = (kind: ReportedKind): EventKind => KINDS[kind];

/** The severities that a reporter may state for a kind: none for most, whose severity is fixed. */
export const statableSeverities = (kind: ReportedKind): readonly Severity[] => {
  const { pointsBySeverity = {} } = kindOf(kind);
  return SEVERITIES.filter((severity) => severity in pointsBySeverity);
};

/** The severity of an event, and the hundredths of a point that it adds to the score. A stated one counts where it may be. */
export const effectOf = (
  kind: ReportedKind,
  stated: Severity | undefined,
): { readonly severity: Severity; readonly deltaHundredths: number } => {
  const { severity: fixed, points, pointsBySeverity = {} } = kindOf(kind);
  const severity = stated !== undefined && stated in pointsBySeverity ? stated : fixed;
  return { severity, deltaHundredths: (pointsBySeverity[severity] ?? points) * 100 };
};

/** Whether it speaks for the vendor or against it; undefined for what is no media mention. */
export const sentimentOf = (kind: EventKindName): Sentiment | undefined =>
  kind === MONITORING_STARTED ? undefined : kindOf(kind).sentiment;
