/** Workers of the lane of mails that nobody waits for: the minimum of an event source, so that the pace is kept. */
export const MAIL_LANE_WORKERS = 2;

/**
 * Mails that a worker has at a time. At one mail per second for all workers, the last has its turn after eight seconds.
 */
export const MAIL_LANE_BATCH = 5;

/** How long a worker leases a mail or a text message: longer than a function that sends them may run. */
export const SENDING_LEASE_SECONDS = 40;
