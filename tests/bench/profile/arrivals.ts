import { customerShares, type Mix } from './mix.ts';

/** How long a simulation is, and how fast. */
export interface Demand {
  readonly callsASecond: number;
  readonly seconds: number;
  /** Seconds before them, in which environments start. */
  readonly warmUpSeconds: number;
  readonly seed: number;
  /** Whether nothing follows from calls. */
  readonly callsAlone?: true;
}

/** Draws at random, each as often as its weight says. */
export const drawerOf = <Key>(weights: Iterable<readonly [Key, number]>, random: () => number): (() => Key) => {
  const all = [...weights];
  const total = all.reduce((sum, [, weight]) => sum + weight, 0);
  return () => {
    let left = random() * total;
    for (const [key, weight] of all) {
      left -= weight;
      if (left <= 0) return key;
    }
    return (all.at(-1) as readonly [Key, number])[0];
  };
};

/** Calls at random times, those of the largest customer in bursts: when, and by whom. */
export function* arrivalsOf(mix: Mix, { callsASecond, seconds, warmUpSeconds }: Demand, random: () => number) {
  const { largestShare, burst } = mix.customers;
  const others = customerShares(mix.customers).map((share, index) => [index, share] as const);
  const otherCustomer = drawerOf(others.slice(1), random);
  const calm = (60 - burst.seconds * burst.times) / (60 - burst.seconds);
  const ofOthers = callsASecond * (1 - largestShare);
  const most = ofOthers + callsASecond * largestShare * Math.max(burst.times, calm);
  for (let atMs = 0; ; ) {
    atMs += (-Math.log(1 - random()) * 1000) / most;
    if (atMs >= (warmUpSeconds + seconds) * 1000) return;
    const ofLargest = callsASecond * largestShare * ((atMs / 1000) % 60 < burst.seconds ? burst.times : calm);
    const drawn = random() * most;
    if (drawn < ofLargest) yield { atMs, account: 0 };
    else if (drawn < ofLargest + ofOthers) yield { atMs, account: otherCustomer() };
  }
}
