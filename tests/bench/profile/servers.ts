/** Servers that each do one thing at a time, first come, first served: when one ends what it gets now. */
export type Servers = (arrivedMs: number, takesMs: number) => number;

/** @param count how many; Infinity for as many as are asked for. */
export const makeServers = (count: number): Servers => {
  if (count === Number.POSITIVE_INFINITY) return (arrivedMs, takesMs) => arrivedMs + takesMs;
  const freeMs: number[] = Array.from({ length: count }, () => 0);
  return (arrivedMs, takesMs) => {
    const server = freeMs.indexOf(Math.min(...freeMs));
    const endsMs = Math.max(arrivedMs, freeMs[server] ?? 0) + takesMs;
    freeMs[server] = endsMs;
    return endsMs;
  };
};

/** A rate that is not exceeded: takes units, and returns when they are there. Nothing that is unused is saved. */
export const makeRate = (perSecond: number): ((arrivedMs: number, units: number) => number) => {
  let freeMs = 0;
  return (arrivedMs, units) => {
    const startMs = Math.max(arrivedMs, freeMs);
    freeMs = startMs + (units * 1000) / perSecond;
    return startMs;
  };
};
