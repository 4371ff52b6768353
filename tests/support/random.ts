import { onTestFailed } from 'vitest';

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * A number that somebody chose for a run.
 *
 * @throws Error naming the variable when that is no whole number.
 */
export const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
};

/**
 * The seed of this run: that of the environment variable `SEED`, another each time without it.
 *
 * @throws Error when `SEED` is no whole number.
 */
export const seedOfRun = (): number =>
  wholeNumber('SEED', process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31)));

/** Chance in a test; when the test fails, it says by which seed it fails again. */
export const randomOfTest = (): (() => number) => {
  const seed = seedOfRun();
  onTestFailed(() => {
    process.stderr.write(`\nThe random choices of this test: SEED=${seed}\n`);
  });
  return seededRandom(seed);
};
