import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';
import type { AlarmEntry } from './entry.ts';
import { count } from './searches.ts';

/** An alarm on frequent security-relevant events. */
interface SecurityAlarm {
  readonly name: string;
  readonly meansToCustomer: string;
  readonly end: string;
  /** Events within five minutes. */
  readonly from: number;
  /** Counts only the events with this reason. */
  readonly reason?: string;
  /** Fields to count the lines by, besides the address. */
  readonly by: readonly string[];
}

/**
 * The number of events within five minutes at which a person should investigate. A single event is a log line for later
 * investigation. Each of these numbers is more than honest clients cause.
 */
const BY_EVENT: Readonly<Record<SecurityEvent, readonly SecurityAlarm[]>> = {
  AUTHENTICATION_FAILED: [
    {
      name: 'credentials-forged',
      meansToCustomer: 'Nothing yet: credentials are tried that we never issued, or that were replaced.',
      from: 500,
      by: ['reason', 'accountId'],
      end: '`unknown_key`: signing keys were removed too early. `ended_api_key`: tell the account that it uses a replaced key, or lost one. `unknown_token`: a page uses an embed token that does not exist.',
    },
    {
      name: 'signatures-refused',
      meansToCustomer:
        'Payments may not be credited or widgets not open: signatures of callbacks or requests are invalid.',
      reason: 'bad_signature',
      from: 20,
      by: ['reason', 'route'],
      end: 'From Paystack: compare our key with its dashboard. Embed routes: tell the owner that the host signs with the wrong secret.',
    },
  ],
  SIGN_IN_FAILED: [
    {
      name: 'passwords-guessed',
      meansToCustomer: 'Accounts with weak passwords may be taken over: passwords are tried at many addresses.',
      from: 300,
      by: ['accountId'],
      end: 'Ten failures lock an account. If a `REQUEST_ANSWERED` of 200 on `/v1/login` from that `addressHash` follows, a password was found: end the sessions, tell the owner.',
    },
  ],
  SIGN_IN_LOCKED: [
    {
      name: 'sign-ins-locked',
      meansToCustomer: 'Some people cannot log in for 15 minutes: many wrong passwords were tried for them.',
      from: 50,
      by: ['accountId'],
      end: 'One account: tell its owner. The lock opens by itself.',
    },
  ],
  CODE_REFUSED: [
    {
      name: 'codes-guessed',
      meansToCustomer: 'Some people have to request another code: codes are guessed, or arrive too late.',
      from: 100,
      by: ['accountId'],
      end: 'Five tries guess no code. Many accounts, each with its own address: mails are late, see `mail-failing`.',
    },
  ],
  REFRESH_TOKEN_REUSED: [
    {
      name: 'refresh-tokens-reused',
      meansToCustomer: 'Some people were logged out: replaced refresh tokens were used, by an attacker or a client.',
      from: 10,
      by: ['accountId'],
      end: 'The sessions have ended. One account: tell its owner. Many since a release: that client does not store the new token.',
    },
  ],
  SIGNATURE_REPLAYED: [
    {
      name: 'signatures-replayed',
      meansToCustomer: 'Nothing was charged twice: signed requests that had opened a session are sent again.',
      from: 50,
      by: ['widgetId'],
      end: 'From the host: it has to sign each request again. From elsewhere: find where signed requests leak.',
    },
  ],
  ROLE_REFUSED: [
    {
      name: 'roles-refused',
      meansToCustomer: 'Nothing was shown or changed: accounts without the role call endpoints of administrators.',
      from: 5,
      by: ['accountId', 'route'],
      end: 'Suspend an account that probes; it may be a former administrator.',
    },
  ],
};

const EVENTS = Object.keys(BY_EVENT) as SecurityEvent[];

/** Alarms on attacks. */
export const SECURITY_ALARMS: readonly AlarmEntry[] = [
  ...EVENTS.flatMap((event) =>
    BY_EVENT[event].map(
      ({ from, reason, by, ...said }): AlarmEntry => ({
        ...said,
        looks: [{ at: 'Who', run: count(event, 'addressHash', ...by) }],
        source: { own: SECURITY_EVENTS[event], ...(reason !== undefined && { reason }) },
        minutes: 5,
        threshold: { from },
      }),
    ),
  ),
  {
    name: 'signing-keys-tampered',
    meansToCustomer: 'Somebody who can write the table may have signed in as any account.',
    looks: [
      { at: 'Noticed by', run: count('SIGNING_KEYS_TAMPERED', 'function') },
      { at: "The writer: CloudTrail's data events of the item `SIGNINGKEYS`" },
    ],
    end: 'The foreign keys are removed, and trusted nowhere after five minutes. Revoke the access of the writer, unless it is a function that logs in or refreshes, then [remove the keys of the leaked secret](operating.md#rotating-secrets), which ends every session.',
    source: { own: 'SigningKeysTampered' },
    minutes: 5,
    threshold: { from: 1 },
  },
];
