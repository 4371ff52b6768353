/** How long a worker may have an automatic top-up for itself: longer than it may run. */
export const CHARGE_LEASE_SECONDS = 50;
