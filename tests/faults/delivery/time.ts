/** Time that moves only when a test says so, by whole milliseconds as real clocks do. */
export interface VirtualTime {
  readonly clock: () => number;
  readonly pass: (ms: number) => void;
  /** Moves to a moment, unless that has passed. */
  readonly reach: (atMs: number) => void;
}

/** Time that starts now, so that signatures are current. */
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
