/** Time that only a test advances, by whole milliseconds as real clocks do. */
export interface VirtualTime {
  readonly clock: () => number;
  readonly pass: (ms: number) => void;
  /** Moves to a time, unless it has passed. */
  readonly reach: (atMs: number) => void;
}

/** A time that starts now, so that signatures are current. */
export const virtualTime = (): VirtualTime => {
  let nowMs = Date.now();
  return {
    clock: () => nowMs,
    pass: (ms) => {
      nowMs += Math.ceil(ms);
    },
    reach: (atMs) => {
      nowMs = Math.max(nowMs, Math.ceil(atMs));
    },
  };
};
