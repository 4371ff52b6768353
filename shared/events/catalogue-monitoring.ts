import * as v from 'valibot';
import { DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

const ids = {
  vendorId: described(v.string(), 'The id of the vendor (`cmp_`), which is the id of its company.'),
  eventId: described(v.string(), 'The id of the monitoring event (`evt_`).'),
  environment: environmentSchema,
};

const severity = described(v.picklist(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']), 'The severity of the event.');

const score = (text: string) => described(v.number(), `${text}, from 0 to 100, with at most two decimal places.`);

const exampleIds = {
  vendorId: 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9',
  eventId: 'evt_01KAJ6M2Q5S8V1X4Z7B0D3F6H9',
  environment: 'sandbox',
} as const;

/** The events about vendors that an account watches, for all its registrations of `trust_monitor`. */
export const MONITORING_EVENTS = {
  'monitoring.alert.created': {
    webhook: 'trust_monitor',
    summary: 'An alert was created about a vendor that you watch.',
    data: v.object({
      alertId: described(v.string(), 'The id of the alert (`al_`).'),
      ...ids,
      kind: described(v.string(), 'The kind of monitoring event, such as `director_change`.'),
      severity,
      createdAt: described(v.string(), 'When the alert was created.', DATE_TIME),
    }),
    example: {
      alertId: 'al_01KAJ6M2Q5C9E2G5J8M1P4R7TV',
      ...exampleIds,
      kind: 'director_change',
      severity: 'MEDIUM',
      createdAt: '2026-11-21T14:10:03.512Z',
    },
  },
  'monitoring.score.changed': {
    webhook: 'trust_monitor',
    summary: 'The score of a vendor that you watch changed, because of a monitoring event or because one was voided.',
    data: v.object({
      ...ids,
      reason: described(
        v.picklist(['event', 'voided']),
        'Why the score changed: the event changed it (`event`), or an upheld dispute voided the event and ' +
          'restored the points it took (`voided`).',
      ),
      number: described(
        v.number(),
        "The number of the change in the vendor's history. A higher number is a later change, whatever the order " +
          'in which the events arrive.',
        WHOLE,
      ),
      scoreBefore: score('The score before the change'),
      scoreAfter: score('The score after the change'),
      riskTier: described(v.picklist(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']), 'The risk tier of the new score.'),
      changedAt: described(v.string(), 'When the score changed.', DATE_TIME),
    }),
    example: {
      ...exampleIds,
      reason: 'event',
      number: 2,
      scoreBefore: 80,
      scoreAfter: 77,
      riskTier: 'LOW',
      changedAt: '2026-11-21T14:10:02.118Z',
    },
  },
  'monitoring.media_mention.detected': {
    webhook: 'trust_monitor',
    summary: 'A media mention of a vendor that you watch was detected.',
    data: v.object({
      ...ids,
      sentiment: described(
        v.picklist(['negative', 'positive']),
        'Whether the mention is positive or negative for the vendor.',
      ),
      severity,
      detectedAt: described(v.string(), 'When the mention was recorded.', DATE_TIME),
    }),
    example: {
      ...exampleIds,
      eventId: 'evt_01KAJ6P4R7T0W3Y6A9C2E5G8JM',
      sentiment: 'negative',
      severity: 'MEDIUM',
      detectedAt: '2026-11-21T14:12:40.006Z',
    },
  },
} as const;
