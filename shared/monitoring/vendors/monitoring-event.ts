import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { MONITORING_STARTED, REPORTED_KINDS, SEVERITIES, sentimentOf } from './event-kinds.ts';
import { vendorKeys, vendorLists } from './keys.ts';

const stated = v.nullable(v.string());

const listedMatchSchema = v.object({ list: v.string(), entity: v.string(), score: v.number(), url: stated });

const monitoringEventSchema = v.object({
  /** `evt_`. */
  eventId: v.string(),
  vendorId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  kind: v.picklist([...REPORTED_KINDS, MONITORING_STARTED]),
  severity: v.picklist(SEVERITIES),
  source: stated,
  headline: stated,
  url: stated,
  whatChanged: stated,
  /** Only of a screening's findings. */
  match: v.exactOptional(listedMatchSchema),
  /** The check that found it, or how it was reported. */
  agentName: v.string(),
  /** The points that its kind adds to the score, in hundredths. */
  deltaHundredths: v.number(),
  /** The points that it actually added, in hundredths: a score stays within 0 to 100. */
  effectiveDeltaHundredths: v.number(),
  /** The number of its point in the score history. */
  number: v.number(),
  createdAt: v.string(),
  voidedAt: v.exactOptional(v.string()),
  /** The dispute that voided it. */
  disputeId: v.exactOptional(v.string()),
});

/** A list entry that a vendor matches by name. The score of the match is 0 to 1, 1 being certain. */
export type ListedMatch = v.InferOutput<typeof listedMatchSchema>;

/** An event in the monitoring of a vendor. */
export type MonitoringEvent = v.InferOutput<typeof monitoringEventSchema>;

/** Parses a stored event. */
export const fromEventItem = (item: Item): MonitoringEvent => v.parse(monitoringEventSchema, item);

/** Whether an event is a media mention. */
export const isMention = ({ kind }: Pick<MonitoringEvent, 'kind'>): boolean => sentimentOf(kind) !== undefined;

/** Index attributes that list a media mention under its vendor. */
const listedMention = ({ vendorId, eventId, createdAt }: MonitoringEvent) => ({
  gsi1pk: vendorLists.mentions(vendorId),
  gsi1sk: `${createdAt}~${eventId}`,
});

/** Index attributes that find an event by its id alone. */
const foundById = ({ eventId }: MonitoringEvent) => ({
  gsi2pk: vendorLists.eventById(eventId),
  gsi2sk: 'EVENT',
});

/** The write of a new event. */
export const eventWrite = (event: MonitoringEvent): WriteOperation =>
  put({
    ...vendorKeys.event(event.vendorId, event.eventId),
    ...event,
    ...(event.kind !== MONITORING_STARTED && foundById(event)),
    ...(isMention(event) && listedMention(event)),
  });
