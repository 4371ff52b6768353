/** How long a worker may hold a notice, a mail or a text message about an event: longer than it may run. */
export const NOTICE_LEASE_SECONDS = 40;
