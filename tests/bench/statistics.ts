const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

/** The value that this share of the numbers does not exceed; `share` from 0 to 1. NaN if there are no numbers. */
export const percentile = (numbers: readonly number[], share: number): number => {
  const inOrder = sorted(numbers);
  return inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? Number.NaN;
};

/** The median of the numbers. */
export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

/**
 * Measures several things this many times each, alternating, so that other load of the machine affects them equally.
 *
 * @returns the measurements, by the things' names.
 */
export const inTurns = async <Name extends string, Measured>(
  names: readonly Name[],
  runs: number,
  once: (name: Name) => Promise<Measured> | Measured,
): Promise<ReadonlyMap<Name, readonly Measured[]>> => {
  const measured = new Map<Name, Measured[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of names) measured.get(name)?.push(await once(name));
  }
  return measured;
};

/** The medians of the measurements of {@link inTurns}, by the things' names. */
export const medianInTurns = async <Name extends string>(
  names: readonly Name[],
  runs: number,
  once: (name: Name) => Promise<number> | number,
): Promise<Readonly<Record<Name, number>>> => {
  const measured = await inTurns(names, runs, once);
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<Name, number>;
};
