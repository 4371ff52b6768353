/** How long a worker may hold a mail about an applicant: longer than it may run. */
export const NOTICE_LEASE_SECONDS = 40;
