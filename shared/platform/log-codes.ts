/**
 * Every message the service logs, with its meaning for the reader of the logs. Closed: a line without a code of this
 * list does not compile, so alarms, dashboards and runbooks can rely on the codes.
 */
export const LOG_CODES = {
  REQUEST_ANSWERED: 'A request was answered; 4xx included.',
  REQUEST_FAILED: 'A request ended in a 5xx of ours.',
  RESPONSE_CONTRACT_BROKEN: 'A handler returned a body that its contract does not allow.',
  RATE_LIMIT_UNAVAILABLE: 'The rate-limit counter could not be reached; the request was let through.',
  AUTHENTICATION_FAILED: 'A credential was presented that the service never gave out, or no longer knows.',
  API_KEY_USE_NOT_NOTED: 'When an API key was last used could not be noted; its next request tries again.',
  SIGN_IN_FAILED:
    'A sign-in was tried with a password that is not the one of its address, or for an address that nobody has.',
  SIGN_IN_LOCKED: 'A password was not looked at, because too many wrong ones were tried at its address.',
  CODE_REFUSED: 'A code was entered that is wrong, used up, expired, or nobody’s.',
  REFRESH_TOKEN_REUSED: 'A refresh token was used that had been exchanged before; its session was ended.',
  SIGNATURE_REPLAYED: 'A signature was sent that had opened a session before.',
  ROLE_REFUSED: 'An account asked for what its role does not allow.',
  CLAIM_NOT_RELEASED: 'An idempotency key could not be freed after a failure; it is free when its lease ends.',
  ERROR_UNDECLARED: 'An endpoint answered with an error that its contract does not declare.',
  MAIL_QUEUED: 'A mail was put on the queue of mails.',
  MAIL_SENT: 'A mail was handed to the mail service.',
  MAIL_FAILED: 'A mail could not be handed to the mail service, or to the queue on the way there; it is tried again.',
  MAIL_EXPIRED: 'A mail was dropped because nobody could have used it any more.',
  TOP_UP_CREDITED: 'A top-up was paid and credited to its wallet.',
  TOP_UP_MISMATCHED: 'A payment is not of the amount or currency of its top-up; nothing was credited.',
  PAYMENTS_UNAVAILABLE: 'The payment provider could not be used.',
  CALLBACK_IGNORED: 'A signed callback of the payment provider concerns no top-up of ours.',
  SIGNING_KEYS_PUBLISHED: 'The public signing keys in the table were brought up to date.',
  SIGNING_KEYS_TAMPERED:
    'Somebody else had written the public signing keys; they were replaced by ours. Tokens of any account may have been forged.',
  SECRET_STALE: 'A secret could not be read again; the cached value goes on serving.',
  EVENTS_PUBLISHED: 'Outbox events reached the event bus.',
  EVENTS_REJECTED: 'The event bus refused outbox events; they will be tried again.',
  EVENTS_SWEPT: 'Events that the stream did not publish in time were published by the sweep.',
  EVENT_SET_ASIDE: 'An event can never be published as it is; it was put aside, whole, for somebody to look at.',
  EVENT_NOT_MARKED: 'A published event could not be marked as such; the sweep will publish it once more.',
  DELIVERY_PLANNED: 'A webhook delivery was planned.',
  DELIVERY_NOT_NEEDED: 'An event has no registration to deliver to, or is older than deliveries are kept.',
  DELIVERY_ATTEMPTED: 'A webhook attempt was made and recorded.',
  DELIVERY_ENDED: 'A webhook delivery reached its final status.',
  DELIVERY_CLAIM_REFUSED: 'A delivery message found its delivery taken, done or not due.',
  DELIVERY_PARKED: 'A delivery waits until its registration may have another attempt under way.',
  DELIVERY_HELD_UP: 'A fault of ours kept a delivery from being attempted or recorded; it will be tried again.',
  DELIVERIES_SWEPT: 'Due deliveries without a message went back on the queue.',
  BREAKER_CHANGED: 'The circuit breaker of a registration changed state.',
  REGISTRATION_DEACTIVATED: 'A webhook registration was deactivated.',
  APPLICANT_ASSESSED: 'An applicant was assessed and billed.',
  ASSESSMENT_REPEATED: 'An assessment message found its applicant already assessed.',
  MODULE_UNAVAILABLE: 'A module could not be checked; its source was unavailable or its price not covered.',
  MESSAGE_FAILED: 'A queue or stream message failed on our side and will be tried again.',
  MESSAGE_STUCK: 'A queue message comes back over and over.',
  MESSAGE_SET_ASIDE: 'A queue message cannot be read and went to the dead letters.',
  MESSAGES_NOT_HIDDEN: 'Messages that failed could not be given a pause; they come back when their visibility ends.',
} as const;

/** A code of the closed list. */
export type LogCode = keyof typeof LOG_CODES;
