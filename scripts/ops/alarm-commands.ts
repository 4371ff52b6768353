import type { OpsCommand } from './command.ts';
import { testAlarm } from './test-alarm.ts';

/** Commands about the alarms of a stage. */
export const ALARM_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'test-alarm': {
    parameters: [],
    options: ['dry-run'],
    summary: 'sets off one alarm, so that its mail arrives, and shows whose subscription is not confirmed',
    run: (_, effects, { dryRun, userName }) => testAlarm({ dryRun, userName }, effects),
  },
};
