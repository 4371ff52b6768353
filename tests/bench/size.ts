/**
 * Whether benchmarks run small (`npm run bench -- --small`): each to its end, so that none rots. What a small run
 * measures means nothing, so it is neither printed nor kept.
 */
export const isSmall = process.env['BENCH_SIZE'] === 'small';

/** The sizes of a benchmark: those of its figures, and those of a small run. */
export const sized = <Sizes>(full: Sizes, small: Sizes): Sizes => (isSmall ? small : full);
