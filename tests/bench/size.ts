import { UserError } from '#scripts/local-cloud/user-error';

/**
 * Whether benchmarks run small (`npm run bench -- --small`): each to its end, so that none rots. What a small run
 * measures means nothing, so it is neither printed nor kept.
 */
export const isSmall = process.env['BENCH_SIZE'] === 'small';

/** The sizes of a benchmark: those of its figures, and those of a small run. */
export const sized = <Sizes>(full: Sizes, small: Sizes): Sizes => (isSmall ? small : full);

/**
 * A size of a benchmark that an environment variable may change.
 *
 * @throws UserError for anything but a whole number in the range.
 */
export const chosenSize = (
  variable: string,
  normally: number,
  { least, most }: { readonly least: number; readonly most: number },
): number => {
  const text = process.env[variable] ?? String(normally);
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UserError(`${variable} must be a whole number from ${least} to ${most}, not '${text}'.`);
};
