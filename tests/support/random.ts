import { onTestFailed } from 'vitest';

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
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
 * A number from an environment variable of this run.
 *
 * @throws Error naming the variable when it is not a whole number.
 */
export const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
};

/**
 * The seed of this run: the environment variable `SEED`, or a different seed each time.
 *
 * @throws Error when `SEED` is not a whole number.
 */
export const seedOfRun = (): number =>
  wholeNumber('SEED', process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31)));

/** Random numbers for a test. If the test fails, it prints the seed that reproduces it. */
export const randomOfTest = (): (() => number) => {
  const seed = seedOfRun();
  onTestFailed(() => {
    process.stderr.write(`\nThe random choices of this test: SEED=${seed}\n`);
  });
  return seededRandom(seed);
};
