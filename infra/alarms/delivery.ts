import type { AlarmEntry } from './entry.ts';
import { count, search } from './searches.ts';

/** Alarms on webhooks. */
export const DELIVERY_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'deliveries-failing',
    meansToCustomer: 'Many webhooks used up their attempts: a busy receiver is down, or we reach none.',
    looks: [{ at: 'Whose', run: count('DELIVERY_ATTEMPTED', 'registrationId', 'reason') }],
    end: 'One registration: tell its owner to start a recovery. All: check our way out of AWS.',
    source: { own: 'DeliveriesFailed' },
    minutes: 15,
    threshold: { from: 50 },
  },
  {
    name: 'delivery-faults',
    meansToCustomer: 'Webhooks are late by a fault of ours, and wait until it is fixed.',
    looks: [{ at: 'Why', run: count('DELIVERY_HELD_UP', 'registrationId', 'errorName', 'errorCause') }],
    end: '`SealedTextUnreadable`: the owner has to rotate the secret of the registration. Webhooks go out within an hour of the repair.',
    source: { own: 'DeliveryFaults' },
    minutes: 60,
    threshold: { from: 5 },
  },
  {
    name: 'deliveries-abandoned',
    meansToCustomer: 'Webhooks were given up, because the functions that sent them died for hours.',
    looks: [
      {
        at: 'Memory, time-outs',
        run: search(
          'filter @type = "REPORT" and @log like /deliver-webhook/ | stats max(@maxMemoryUsed), max(@duration)',
        ),
      },
    ],
    end: 'Fix the cause, then run `npm run ops -- --stage prod --yes-prod recover-deliveries`.',
    source: { own: 'DeliveriesAbandoned' },
    minutes: 60,
    threshold: { from: 1 },
  },
  {
    name: 'deliveries-not-logged',
    meansToCustomer: 'The list of deliveries of a registration misses one, or shows it as it was.',
    looks: [{ at: 'Which', run: count('DELIVERY_NOT_LOGGED', 'messageId', 'registrationId', 'errorName') }],
    end: 'A `messageId`: as for `applicants-not-listed`. A `registrationId`: what `errorName` says is mended; the next change of the delivery lists it.',
    source: { own: 'DeliveriesNotLogged' },
    minutes: 15,
    threshold: { from: 1 },
  },
];
