/** The remaining time of a session, counted from the last call that the service accepted. */
export interface SessionClock {
  /** The service has accepted a call: the time is renewed. */
  readonly renew: () => void;
  /** There is no session any more. */
  readonly stop: () => void;
  /** Whether half of the time is over, so that an applicant who is typing should be reported to the service. */
  readonly isHalfOver: () => boolean;
}

/** The listeners of a clock. */
interface ClockListener {
  /** Whether the time is nearly over. */
  readonly onEnding: (isEnding: boolean) => void;
  readonly onEnd: () => void;
}

/** How long before its end a session warns. */
const WARNING_MS = 2 * 60_000;

/** The longest time without activity: after that, the person at the computer may be somebody else. */
const LONGEST_MS = 60 * 60_000;

const TICK_MS = 5_000;

/**
 * A clock for sessions that last this many minutes without activity. It reads the time, because timers stop during
 * sleep.
 */
export const sessionClock = (timeoutMinutes: number, { onEnding, onEnd }: ClockListener): SessionClock => {
  const lastsMs = Math.min(timeoutMinutes * 60_000, LONGEST_MS);
  let endsAtMs = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    endsAtMs = Number.POSITIVE_INFINITY;
  };
  const look = (): void => {
    const leftMs = endsAtMs - Date.now();
    onEnding(leftMs <= WARNING_MS);
    if (leftMs > 0) return;
    stop();
    onEnd();
  };
  return {
    renew: () => {
      endsAtMs = Date.now() + lastsMs;
      timer ??= setInterval(look, TICK_MS);
      onEnding(false);
    },
    stop,
    isHalfOver: () => endsAtMs - Date.now() < lastsMs / 2,
  };
};

/** The clock of a preview, which has no session. */
export const STOPPED_CLOCK: SessionClock = { renew: () => undefined, stop: () => undefined, isHalfOver: () => false };
