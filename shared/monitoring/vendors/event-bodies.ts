import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { httpAddressText } from '#shared/http/schemas/web-addresses';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { REPORTED_KINDS, SEVERITIES, statableSeverities } from './event-kinds.ts';
import type { MonitoringEvent } from './monitoring-event.ts';

const statement = (maxLength: number, description: string) =>
  v.optional(v.nullable(described(text(maxLength, { minLength: 1, trim: true }), description)));

const source = described(
  text(200, { minLength: 1, trim: true }),
  'The source, such as a newspaper, a court or a list. Sources are compared without regard to case and ' +
    'extra spaces.',
  { examples: ['Federal High Court, Lagos'] },
);

const entries = {
  vendorId: described(idText, 'The id of the vendor (`cmp_`).'),
  kind: described(v.picklist(REPORTED_KINDS), 'The kind of monitoring event.'),
  severity: v.optional(
    described(
      v.picklist(SEVERITIES),
      'The severity of the event: `LOW`, `MEDIUM` (the default) or `HIGH`. Only for `adverse_media`. Every ' +
        'other kind has a fixed severity and ignores this field.',
    ),
  ),
  headline: statement(500, 'The headline of the publication.'),
  url: v.optional(v.nullable(described(httpAddressText(2048), 'The http or https URL of the publication.'))),
  whatChanged: statement(2000, 'What changed, in one or two sentences.'),
};

const hasStatableSeverity = <Body extends { kind: (typeof REPORTED_KINDS)[number]; severity?: string | undefined }>({
  kind,
  severity,
}: Body): boolean => {
  const statable = statableSeverities(kind);
  return severity === undefined || statable.length === 0 || statable.some((one) => one === severity);
};

const SEVERITY_MESSAGE = 'Must be LOW, MEDIUM or HIGH for this kind';

/** What an administrator reports about a vendor. */
export const reportBody = v.pipe(
  object({ ...entries, source }),
  v.forward(v.partialCheck([['kind'], ['severity']], hasStatableSeverity, SEVERITY_MESSAGE), ['severity']),
);

/** A simulated report about a vendor of the sandbox. */
export const simulatedReportBody = v.pipe(
  object({ ...entries, source: v.optional(source, 'Sandbox') }),
  v.forward(v.partialCheck([['kind'], ['severity']], hasStatableSeverity, SEVERITY_MESSAGE), ['severity']),
);

const stated = (description: string) => described(v.nullable(v.string()), description);

const reportedEntries = {
  eventId: described(v.string(), 'The id of the event (`evt_`).'),
  vendorId: described(v.string(), 'The id of the vendor (`cmp_`).'),
  kind: described(v.picklist(REPORTED_KINDS), 'The kind of monitoring event.'),
  severity: described(v.picklist(SEVERITIES), 'The severity of the event.'),
  source: described(v.string(), 'The source of the information.'),
  headline: stated('The headline of the publication.'),
  url: stated('The URL of the publication. Null if there is none.'),
  whatChanged: stated('What changed. Null if it was not stated.'),
  createdAt: described(v.string(), 'When the event was recorded.', DATE_TIME),
};

/** A monitoring event as its reporter sees it. */
export const monitoringEventBody = component(
  v.object(reportedEntries),
  'ReportedEvent',
  'A monitoring event as it was recorded.',
);

const matchBody = component(
  v.object({
    list: described(v.string(), 'The name of the list, as given by the screening source.'),
    entity: described(v.string(), 'The name on the list.'),
    score: described(v.number(), 'How well the names match, from 0 to 1, where 1 is certain.', {
      minimum: 0,
      maximum: 1,
    }),
    url: stated('The URL of the entry on the list. Null if the source states none.'),
  }),
  'ListedMatch',
  'A list entry whose name matches the vendor or a person connected with it.',
);

/** A monitoring event, as an account sees it that watches or owns the vendor. */
export const readEventBody = component(
  v.object({
    ...reportedEntries,
    match: described(v.nullable(matchBody), 'The list entry that a screening found. Null for all other events.'),
    voidedAt: v.nullable(
      described(v.string(), 'When the event was voided by a dispute. Null while it counts.', DATE_TIME),
    ),
  }),
  'MonitoringEvent',
  'Something that happened to a vendor or became known about it.',
);

/** Shows an event to its reporter. @throws TypeError for the start of monitoring, which is never reported. */
export const monitoringEventView = (event: MonitoringEvent): v.InferOutput<typeof monitoringEventBody> => {
  const { eventId, vendorId, kind, severity, source, headline, url, whatChanged, createdAt } = event;
  if (kind === 'monitoring_started' || source === null) throw new TypeError('Nobody reported this event');
  return { eventId, vendorId, kind, severity, source, headline, url, whatChanged, createdAt };
};

/**
 * Shows an event to an account that watches or owns the vendor. @throws TypeError as {@link monitoringEventView} does.
 */
export const readEventView = (event: MonitoringEvent): v.InferOutput<typeof readEventBody> => ({
  ...monitoringEventView(event),
  match: event.match ?? null,
  voidedAt: event.voidedAt ?? null,
});
