import { CONSUMERS } from '#functions/events/consumers';
import { CONSUMER_NOTES } from '#infra/alarms/consumers';
import type { AlarmEntry, Look } from '#infra/alarms/entry';
import { ALARM_GROUPS, ALARMS } from '#infra/alarms/list';
import type { Consumer } from '#shared/consumers/consumer';

const lookLine = ({ at, run }: Look, index: number): string =>
  `${index + 1}. ${at}${run === undefined ? '' : `: \`${run}\``}`;

/** An alarm with its runbook, and the alarms that share it. */
const entryPart = (entry: AlarmEntry): readonly string[] => {
  if ('sameAs' in entry) return [];
  const sharing = ALARMS.filter((one) => 'sameAs' in one && one.sameAs === entry.name);
  return [
    `### ${entry.name}`,
    entry.meansToCustomer,
    ...sharing.map(({ name, meansToCustomer }) => `\`${name}\`: ${meansToCustomer}`),
    entry.looks.map(lookLine).join('\n'),
    `End: ${entry.end}`,
  ];
};

/** The runbook of every alarm that belongs to no single consumer. */
export const alarmParts = (): string =>
  ALARM_GROUPS.flatMap(({ heading, intro, entries }) => [
    `## ${heading}`,
    ...(intro === undefined ? [] : [intro]),
    ...entries.flatMap(entryPart),
  ]).join('\n\n');

/** The names of the alarms of a consumer start with this. */
const alarmedName = ({ name, trigger }: Consumer): string => (trigger.kind === 'queue' ? trigger.queue : name);

const noteLines = (consumer: Consumer): readonly string[] => {
  const { name } = consumer;
  const alarmed = alarmedName(consumer);
  const log = alarmed === name ? `\`${name}\`` : `\`${alarmed}\` (\`${name}\`)`;
  const note = CONSUMER_NOTES[name];
  return note === undefined ? [] : [`- ${log}: ${note}`];
};

const notesOf = (isOf: (consumer: Consumer) => boolean): string => CONSUMERS.filter(isOf).flatMap(noteLines).join('\n');

/** What is special about each consumer of a queue or of the table's stream. */
export const queueNotes = (): string => notesOf(({ trigger }) => trigger.kind !== 'schedule');

/** What is special about each function on a schedule. */
export const scheduleNotes = (): string => notesOf(({ trigger }) => trigger.kind === 'schedule');
