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
  /** For what a screening found. */
  match: v.exactOptional(listedMatchSchema),
  /** The check that found it, or where it was reported. */
  agentName: v.string(),
  /** What its kind adds to the score, in hundredths. */
  deltaHundredths: v.number(),
  /** What it added in fact: a score stays within 0 to 100. */
  effectiveDeltaHundredths: v.number(),
  /** The number of its point in the score history. */
  number: v.number(),
  createdAt: v.string(),
  voidedAt: v.exactOptional(v.string()),
  /** The dispute that voided it. */
  disputeId: v.exactOptional(v.string()),
});

/** An entry of a list that a vendor matches by name, with how sure that is: 0 to 1, 1 being certain. */
export type ListedMatch = v.InferOutput<typeof listedMatchSchema>;

/** Something that became known of a vendor. */
export type MonitoringEvent = v.InferOutput<typeof monitoringEventSchema>;

/** Parses a stored event. */
export const fromEventItem = (item: Item): MonitoringEvent => v.parse(monitoringEventSchema, item);

/** Whether an event is a media mention. */
export const isMention = ({ kind }: Pick<MonitoringEvent, 'kind'>): boolean => sentimentOf(kind) !== undefined;

/** Lists a media mention among those of its vendor. */
const listedMention = ({ vendorId, eventId, createdAt }: MonitoringEvent) => ({
  gsi1pk: vendorLists.mentions(vendorId),
  gsi1sk: `${createdAt}~${eventId}`,
});

/** Finds an event by its id alone. */
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
