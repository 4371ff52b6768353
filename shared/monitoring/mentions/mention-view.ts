import * as v from 'valibot';
import { SEVERITIES, sentimentOf } from '#shared/monitoring/vendors/event-kinds';
import { scoreNumber, tierOf } from '#shared/monitoring/vendors/score';
import { claimStatusOf, claimStatusSchema, riskTierSchema } from '#shared/monitoring/watches/vendor-view';
import { component, DATE_TIME, described } from '#shared/platform/described';
import type { VendorMention } from './mention-pages.ts';

const stated = (description: string) => described(v.nullable(v.string()), description);

/** A media mention as the API shows it (interface: Media mention), with its vendor's current facts. */
export const mentionBody = component(
  v.object({
    eventId: described(v.string(), 'The id of the monitoring event (`evt_`).'),
    vendorId: described(v.string(), 'The id of the vendor (`cmp_`).'),
    vendorName: described(v.string(), 'The name of the vendor in the registry.'),
    riskTier: riskTierSchema,
    claimStatus: claimStatusSchema,
    score: described(v.number(), 'The current score of the vendor.', { minimum: 0, maximum: 100 }),
    hasAlerts: described(v.boolean(), 'Whether you have ever had an alert about the vendor.'),
    severity: described(v.picklist(SEVERITIES), 'The severity of the mention.'),
    agentName: described(v.string(), 'The check that found the mention, or where it was reported.'),
    headline: stated('The headline of the mention. Null if it has none.'),
    source: stated(
      'Where the mention was published, or `Screening` and the id of the entry if a daily check found it.',
    ),
    url: stated('The URL of the mention. Null if it has none.'),
    sentiment: described(
      v.nullable(v.picklist(['negative', 'positive'])),
      'Whether the mention is positive or negative for the vendor.',
    ),
    whatChanged: stated('What changed. Null if it was not stated.'),
    createdAt: described(v.string(), 'When the mention was recorded.', DATE_TIME),
  }),
  'MediaMention',
  'A publication about a vendor you watch.',
);

/** Shows a media mention. */
export const mentionView = ({ mention, vendor }: VendorMention): v.InferOutput<typeof mentionBody> => ({
  eventId: mention.eventId,
  vendorId: mention.vendorId,
  vendorName: vendor.company.companyName,
  riskTier: tierOf(vendor.state.scoreHundredths),
  claimStatus: claimStatusOf(vendor.company),
  score: scoreNumber(vendor.state.scoreHundredths),
  hasAlerts: vendor.hasAlerts,
  severity: mention.severity,
  agentName: mention.agentName,
  headline: mention.headline,
  source: mention.source,
  url: mention.url,
  sentiment: sentimentOf(mention.kind) ?? null,
  whatChanged: mention.whatChanged,
  createdAt: mention.createdAt,
});
