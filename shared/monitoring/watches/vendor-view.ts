import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import type { AlertStats } from '#shared/monitoring/alerts/alert-lists';
import { RISK_TIERS, STARTING_SCORE_HUNDREDTHS, scoreNumber, tierOf } from '#shared/monitoring/vendors/score';
import type { VendorState } from '#shared/monitoring/vendors/vendor-state';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { WATCH_STATUSES, type Watch } from './watch.ts';

/** Whether any account has added a vendor as its own company. */
const CLAIM_STATUSES = ['claimed', 'unclaimed'] as const;

/** Whether any account has added a vendor as its own company. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

const points = { minimum: 0, maximum: 100 } as const;

const time = (description: string) => described(v.nullable(v.string()), description, DATE_TIME);

/** The risk of a vendor, as the API accepts and returns it. */
export const riskTierSchema = component(
  v.picklist(RISK_TIERS),
  'RiskTier',
  'The risk tier, by the number of points below 100: up to 39 is `LOW`, up to 69 `MEDIUM`, up to 84 ' +
    '`HIGH`, and more is `CRITICAL`.',
);

/** Whether a vendor has an owner, as the API accepts and returns it. */
export const claimStatusSchema = component(
  v.picklist(CLAIM_STATUSES),
  'ClaimStatus',
  'Whether an account has added the business as its own company (`claimed`) or not (`unclaimed`).',
);

/** A vendor as the API shows it to an account that watches or owns it. */
export const vendorBody = component(
  v.object({
    vendorId: described(v.string(), 'The id of the vendor (`cmp_`), which is the id of its company.'),
    vendorName: described(v.string(), 'The name of the business in the registry.'),
    rcNumber: described(v.string(), 'The registration number of the business, with its prefix.'),
    riskTier: riskTierSchema,
    claimStatus: claimStatusSchema,
    score: described(
      v.number(),
      'The trust score, from 0 to 100, with at most two decimal places. It starts at 80.',
      points,
    ),
    previousScore: described(
      v.nullable(v.number()),
      'The score before the last change. Null before the first change.',
      points,
    ),
    scoreUpdatedAt: time(
      'When the score last changed, or when monitoring began. Null if the vendor was never watched.',
    ),
    hasAlerts: described(v.boolean(), 'Whether you have ever had an alert about the vendor.'),
    unreadAlerts: described(
      v.number(),
      'The number of alerts about the vendor that you have not marked as read.',
      WHOLE,
    ),
    lastEventAt: time('When the latest monitoring event was recorded. Null if there is none.'),
    label: described(v.nullable(v.string()), 'Your label for the vendor. Null if there is none.'),
    status: described(
      v.nullable(v.picklist(WATCH_STATUSES)),
      'The status of the watch. A watch is `paused` when the monthly fee could not be debited for three days. ' +
        'Checks and alerts then stop until a later debit succeeds. Null for a company of yours that you do not ' +
        'watch.',
    ),
    active: described(v.boolean(), 'Whether the registry lists the business as active.'),
    monitoringSince: time(
      'The start of the current period in which you have watched the vendor without a pause. Null if you do ' +
        'not watch it.',
    ),
    paidUntil: time('When the paid period ends. Null if you do not watch the vendor.'),
    createdAt: described(
      v.string(),
      'When you started to watch the vendor. If you do not watch it, when its record was created.',
      DATE_TIME,
    ),
    updatedAt: described(v.string(), 'When any field other than the alert fields last changed.', DATE_TIME),
  }),
  'Vendor',
  'A business that is monitored.',
);

/** The data that a vendor's view is made from. */
export interface VendorParts {
  readonly company: Company;
  /** Absent for an owner that does not watch it. */
  readonly watch?: Watch | undefined;
  /** Absent if nobody has ever watched it. */
  readonly state?: VendorState | undefined;
  /** Those of the account. */
  readonly alerts: AlertStats;
}

/** Whether a company has an owner, as vendors show it. */
export const claimStatusOf = ({ ownerId }: Pick<Company, 'ownerId'>): ClaimStatus =>
  ownerId === undefined ? 'unclaimed' : 'claimed';

const latestOf = (first: string, ...others: readonly (string | undefined)[]): string =>
  others.reduce<string>((latest, other) => (other !== undefined && other > latest ? other : latest), first);

/** Shows a vendor to an account that watches or owns it. */
export const vendorView = ({ company, watch, state, alerts }: VendorParts): v.InferOutput<typeof vendorBody> => {
  const scoreHundredths = state?.scoreHundredths ?? STARTING_SCORE_HUNDREDTHS;
  const previous = state?.previousScoreHundredths;
  return {
    vendorId: company.id,
    vendorName: company.companyName,
    rcNumber: company.rcNumber,
    riskTier: tierOf(scoreHundredths),
    claimStatus: claimStatusOf(company),
    score: scoreNumber(scoreHundredths),
    previousScore: previous === undefined ? null : scoreNumber(previous),
    scoreUpdatedAt: state?.scoreUpdatedAt ?? null,
    hasAlerts: alerts.hasAlerts,
    unreadAlerts: alerts.unreadAlerts,
    lastEventAt: state?.lastEventAt ?? null,
    label: watch?.label ?? null,
    status: watch?.status ?? null,
    active: company.active,
    monitoringSince: watch?.monitoringSince ?? null,
    paidUntil: watch?.paidUntil ?? null,
    createdAt: watch?.createdAt ?? company.createdAt,
    updatedAt: latestOf(watch?.updatedAt ?? company.createdAt, company.updatedAt, state?.updatedAt),
  };
};
