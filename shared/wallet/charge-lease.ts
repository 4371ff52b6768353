/** How long a worker has exclusive use of an automatic top-up: longer than the worker may run. */
export const CHARGE_LEASE_SECONDS = 50;
