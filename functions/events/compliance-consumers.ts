/** The functions of compliance obligations that something else than a request triggers. */
export const COMPLIANCE_CONSUMERS = [
  {
    name: 'remind-of-obligations',
    group: 'compliance',
    // A reminder is due at 07:00 in Lagos; what a run fails at, the next one does on the same morning.
    trigger: { kind: 'schedule', everyMinutes: 10 },
    touches: {
      reads: ['account', 'company', 'dueReminders', 'obligation'],
      writes: ['obligation'],
      uses: ['mails'],
    },
    timeoutSeconds: 120,
    failureMeansToCustomer:
      'Nobody is mailed that obligations of their companies fall due; once it works again the latest missed mail of each is sent.',
  },
] as const;
