import { UserError } from '#scripts/local-cloud/user-error';
import { recipientProblems } from './alarm-recipients.ts';
import type { OpsEffects } from './command.ts';

/** The alarm that is set off: every observed stage has it, and nobody mistakes it for a lasting one. */
export const TESTED_ALARM = 'api-failing';

/** What an operator requested. */
export interface AlarmTest {
  /** Reports who gets the alarms, and sets none off. */
  readonly dryRun: boolean;
  /** Who runs the command. The alarm's history and its mail name them. */
  readonly userName: string;
}

/**
 * Sets off one alarm of a stage, so that somebody sees its mail arrive. Nothing of the service changes.
 *
 * @returns who must get a mail, and who does not yet.
 * @throws UserError when the stage has no alarms, or nobody would get it.
 */
export const testAlarm = async (
  { dryRun, userName }: AlarmTest,
  { alarms, stage: { alarmEmail } }: Pick<OpsEffects, 'alarms' | 'stage'>,
): Promise<string> => {
  const [topics, exists] = await Promise.all([alarms.topics(), alarms.has(TESTED_ALARM)]);
  if (!exists) throw new UserError(`The stage has no alarm ${TESTED_ALARM}: it is not observed, or not deployed.`);
  const problems = recipientProblems(topics, alarmEmail);
  const confirmed = topics
    .flatMap(({ subscriptions }) => subscriptions.filter(({ isConfirmed }) => isConfirmed))
    .map(({ endpoint }) => endpoint);
  if (confirmed.length === 0) throw new UserError(['Alarms reach nobody.', ...problems].join('\n'));
  const recipients = [...new Set(confirmed)].join(', ');
  if (dryRun) return [`Alarms reach ${recipients}.`, ...problems].join('\n');
  await alarms.setOff(TESTED_ALARM, `Tested by ${userName}: nothing is wrong.`);
  return [
    `The alarm ${TESTED_ALARM} is set off: a mail must arrive at ${recipients} now, and another one in a few minutes ` +
      'when the alarm ends. See that they do.',
    ...problems,
  ].join('\n');
};
