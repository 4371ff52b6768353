/**
 * How long a worker has a notice, a mail or a text message about an event, for itself: longer than a function that sends
 * notices may run, or, where one runs through many of them, than it takes to send one.
 */
export const NOTICE_LEASE_SECONDS = 40;
