import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import type { AlertStats } from '#shared/monitoring/alerts/alert-lists';
import { RISK_TIERS, STARTING_SCORE_HUNDREDTHS, scoreNumber, tierOf } from '#shared/monitoring/vendors/score';
import type { VendorState } from '#shared/monitoring/vendors/vendor-state';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { WATCH_STATUSES, type Watch } from './watch.ts';

/** Whether any account has added a vendor as a company of its own. */
const CLAIM_STATUSES = ['claimed', 'unclaimed'] as const;

/** Whether any account has added a vendor as a company of its own. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

const points = { minimum: 0, maximum: 100 } as const;

const time = (description: string) => described(v.nullable(v.string()), description, DATE_TIME);

/** The risk of a vendor, as the API accepts and returns it. */
export const riskTierSchema = component(
  v.picklist(RISK_TIERS),
  'RiskTier',
  'The risk tier: 100 minus the score is at most 39 for `LOW`, 69 for `MEDIUM` and 84 for `HIGH`; above that it is `CRITICAL`.',
);

/** Whether a vendor has an owner, as the API accepts and returns it. */
export const claimStatusSchema = component(
  v.picklist(CLAIM_STATUSES),
  'ClaimStatus',
  '`claimed` once any account has added the business as a company of its own.',
);

/** A vendor as the API shows it to who watches or owns it. */
export const vendorBody = component(
  v.object({
    vendorId: described(v.string(), 'Its id (`cmp_`): the one of its company.'),
    vendorName: described(v.string(), 'The name in the registry.'),
    rcNumber: described(v.string(), 'The number in the registry, with its prefix.'),
    riskTier: riskTierSchema,
    claimStatus: claimStatusSchema,
    score: described(v.number(), 'How far it is trusted, with at most two decimals. Starts at 80.', points),
    previousScore: described(
      v.nullable(v.number()),
      'The score before its last change; null before the first.',
      points,
    ),
    scoreUpdatedAt: time(
      'When the score last changed, or monitoring began; null for a vendor that nobody ever watched.',
    ),
    hasAlerts: described(v.boolean(), 'Whether you ever had an alert about it.'),
    unreadAlerts: described(v.number(), 'How many of its alerts you have not marked as read.', WHOLE),
    lastEventAt: time('When the newest monitoring event was recorded; null while there is none.'),
    label: described(v.nullable(v.string()), 'What you call it; null without a label.'),
    status: described(
      v.nullable(v.picklist(WATCH_STATUSES)),
      '`paused`: its month could not be paid for three days, and there are no checks and no alerts until a later try is ' +
        'paid. Null for a company of yours that you do not watch.',
    ),
    active: described(v.boolean(), 'Whether the registry lists the business as active.'),
    monitoringSince: time('Since when you watch it without a pause; null when you do not.'),
    paidUntil: time('The end of the paid period; null if you do not watch the vendor.'),
    createdAt: described(
      v.string(),
      'When you began to watch it, or when its record was made if you do not.',
      DATE_TIME,
    ),
    updatedAt: described(v.string(), 'When anything of this last changed, alerts aside.', DATE_TIME),
  }),
  'Vendor',
  'A business that is monitored.',
);

/** What a view of a vendor is made from. */
export interface VendorParts {
  readonly company: Company;
  /** Missing for an owner who does not watch it. */
  readonly watch?: Watch | undefined;
  /** Missing while nobody ever watched it. */
  readonly state?: VendorState | undefined;
  /** Of the account. */
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
