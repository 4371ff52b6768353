/** Instances of the lane of mails that nobody waits for: as few as an event source may have, so that the pace is kept. */
export const MAIL_LANE_WORKERS = 2;

/** Mails that one of them has at a time: at one a second of all workers, the last has its turn after eight seconds. */
export const MAIL_LANE_BATCH = 5;

/** How long a worker has a mail, or a text message, for itself: longer than a function that sends them may run. */
export const SENDING_LEASE_SECONDS = 40;
