/** A limit that calls can meet, with the most that was asked of it at once, as a share of what it gives. */
export interface Used {
  readonly resource: string;
  readonly share: number;
}

/** Adds up what is asked of limits in each second, or in a longer window. */
export interface Meter {
  /** @param key which of several alike, such as a partition. */
  add(resource: string, key: string, atMs: number, share: number, windowSeconds?: number): void;
  /** The busiest window of the busiest of each, the busiest first. */
  used(): readonly Used[];
}

export const makeMeter = (): Meter => {
  const shares = new Map<string, Map<string, number>>();
  return {
    add: (resource, key, atMs, share, windowSeconds = 1) => {
      const windows = shares.get(resource) ?? new Map<string, number>();
      shares.set(resource, windows);
      const window = `${key} ${Math.floor(atMs / (1000 * windowSeconds))}`;
      windows.set(window, (windows.get(window) ?? 0) + share);
    },
    used: () =>
      [...shares]
        .map(([resource, windows]) => ({
          resource,
          share: [...windows.values()].reduce((most, one) => Math.max(most, one), 0),
        }))
        .sort((one, other) => other.share - one.share),
  };
};
