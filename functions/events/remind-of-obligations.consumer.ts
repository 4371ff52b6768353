import { consumer } from '#shared/consumers/consumer';

/** The function `remind-of-obligations`: what triggers it, what it may touch, and what customers miss when it fails. */
export const remindOfObligationsConsumer = consumer({
  name: 'remind-of-obligations',
  group: 'compliance',
  // A reminder is due at 07:00 in Lagos. What one run fails to send, the next one sends on the same morning.
  trigger: { kind: 'schedule', everyMinutes: 10 },
  touches: {
    reads: ['account', 'company', 'dueReminders', 'obligation'],
    writes: ['obligation'],
    uses: ['mails'],
  },
  timeoutSeconds: 120,
  failureMeansToCustomer:
    'Nobody is mailed that obligations of their companies fall due; once it works again the latest missed mail of each is sent.',
});
