import * as v from 'valibot';
import { SEVERITIES, sentimentOf } from '#shared/monitoring/vendors/event-kinds';
import { scoreNumber, tierOf } from '#shared/monitoring/vendors/score';
import { claimStatusOf, claimStatusSchema, riskTierSchema } from '#shared/monitoring/watches/vendor-view';
import { component, DATE_TIME, described } from '#shared/platform/described';
import type { VendorMention } from './mention-pages.ts';

const stated = (description: string) => described(v.nullable(v.string()), description);

/** A media mention as the API shows it (interface: Media mention), with its vendor as that is now. */
export const mentionBody = component(
  v.object({
    eventId: described(v.string(), 'The monitoring event (`evt_`).'),
    vendorId: described(v.string(), 'The vendor (`cmp_`).'),
    vendorName: described(v.string(), 'Its name in the registry.'),
    riskTier: riskTierSchema,
    claimStatus: claimStatusSchema,
    score: described(v.number(), 'The score of the vendor now.', { minimum: 0, maximum: 100 }),
    hasAlerts: described(v.boolean(), 'Whether you ever had an alert about the vendor.'),
    severity: described(v.picklist(SEVERITIES), 'How serious the mention is.'),
    agentName: described(v.string(), 'The check that found it, or where it was reported.'),
    headline: stated('Its headline.'),
    source: stated('Where it was published; `Screening` and the id of its entry for one that a daily check found.'),
    url: stated('Its address.'),
    sentiment: described(
      v.nullable(v.picklist(['negative', 'positive'])),
      'Whether it speaks for the vendor or against it.',
    ),
    whatChanged: stated('What changed.'),
    createdAt: described(v.string(), 'When it was recorded.', DATE_TIME),
  }),
  'MediaMention',
  'Something that was published about a vendor that you watch.',
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
