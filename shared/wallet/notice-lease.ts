/** How long a worker may hold a mail to a wallet's owner: longer than it may run. */
export const NOTICE_LEASE_SECONDS = 40;
