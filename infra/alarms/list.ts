import { ACCOUNT_ALARMS } from './account.ts';
import { API_ALARMS } from './api.ts';
import { DATA_ALARMS } from './data.ts';
import { DELIVERY_ALARMS } from './delivery.ts';
import type { AlarmGroup } from './entry.ts';
import { MAIL_ALARMS } from './mail.ts';
import { MONEY_ALARMS } from './money.ts';
import { SECURITY_ALARMS } from './security.ts';
import { SOURCE_ALARMS } from './sources.ts';

/** Every alarm that belongs to no single queue, stream or schedule, in the order of the runbook. */
export const ALARM_GROUPS: readonly AlarmGroup[] = [
  { heading: 'The API', entries: API_ALARMS },
  { heading: 'Quotas of the account', entries: ACCOUNT_ALARMS },
  { heading: 'The table and its events', entries: DATA_ALARMS },
  { heading: 'Sources and payments', entries: [...SOURCE_ALARMS, ...MONEY_ALARMS] },
  { heading: 'Mails', entries: MAIL_ALARMS },
  { heading: 'Webhooks', entries: DELIVERY_ALARMS },
  {
    heading: 'Attacks',
    intro: 'If there are few addresses, [block them](#blocking-an-address).',
    entries: SECURITY_ALARMS,
  },
];

/** The entries of all groups. */
export const ALARMS = ALARM_GROUPS.flatMap(({ entries }) => entries);
