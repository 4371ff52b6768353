/**
 * Reads a required environment variable.
 *
 * @throws Error naming the variable when it is missing or empty: a function must not run without its settings.
 */
export const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Environment variable ${name} is not set`);
  return value;
};

/** Reads an optional environment variable; missing and empty are the same. */
export const optionalEnv = (name: string): string | undefined => process.env[name] || undefined;

/**
 * Keeps the first result of `make` for the life of the container, so that clients and settings are made once and only
 * where they are needed. A failed `make` is retried by the next call.
 */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
