/** The cost of one hash of a password: OWASP ASVS 5.0, 11.4.2 (argon2id, 19 MiB, two passes). */
export const PASSWORD_COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
