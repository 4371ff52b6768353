import type { SecurityEvent } from '#shared/platform/security-events';

/** An alarm on frequent security-relevant events. */
export interface SecurityAlarm {
  readonly name: string;
  /** What it means. What to do is in the runbook, docs/operate/alarms.md. */
  readonly meansToCustomer: string;
  /** Events within five minutes. */
  readonly from: number;
  /** Counts only the events with this reason. */
  readonly reason?: string;
}

/**
 * The number of events within five minutes at which a person should investigate. A single event is a log line for later
 * investigation. Each of these numbers is more than honest clients cause.
 */
export const SECURITY_ALARMS: Readonly<Record<SecurityEvent, readonly SecurityAlarm[]>> = {
  AUTHENTICATION_FAILED: [
    {
      name: 'credentials-forged',
      meansToCustomer:
        'Nothing yet: somebody tries credentials that we never issued, or a client still uses ones that were replaced.',
      from: 500,
    },
    {
      name: 'signatures-refused',
      meansToCustomer:
        'Payments may not be credited or widgets not open: callbacks or signed requests have invalid signatures.',
      reason: 'bad_signature',
      from: 20,
    },
  ],
  SIGN_IN_FAILED: [
    {
      name: 'passwords-guessed',
      meansToCustomer:
        'Accounts with weak or leaked passwords may be taken over: wrong passwords are tried at many addresses.',
      from: 300,
    },
  ],
  SIGN_IN_LOCKED: [
    {
      name: 'sign-ins-locked',
      meansToCustomer: 'Some people cannot log in for up to 15 minutes: too many wrong passwords were tried for them.',
      from: 50,
    },
  ],
  CODE_REFUSED: [
    {
      name: 'codes-guessed',
      meansToCustomer: 'Some people may have to request another code: codes are being guessed, or arrive too late.',
      from: 100,
    },
  ],
  REFRESH_TOKEN_REUSED: [
    {
      name: 'refresh-tokens-reused',
      meansToCustomer:
        'Some people were logged out: refresh tokens that had been replaced were used again, by an attacker or by a client that keeps old ones.',
      from: 10,
    },
  ],
  SIGNATURE_REPLAYED: [
    {
      name: 'signatures-replayed',
      meansToCustomer:
        'Nothing was charged twice: signed requests that had opened a session are sent again, by an attacker or by a host that retries without a new signature.',
      from: 50,
    },
  ],
  ROLE_REFUSED: [
    {
      name: 'roles-refused',
      meansToCustomer: 'Nothing was shown or changed: accounts without the admin role call admin endpoints.',
      from: 5,
    },
  ],
};
