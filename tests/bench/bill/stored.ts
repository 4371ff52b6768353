import type { Growth } from '#tests/bench/cloud/table-growth';
import { ASSUMED } from '#tests/bench/prices';
import { runsOf, type Usage } from './usage.ts';

const DAYS_OF_A_MONTH = 365 / 12;
const GIGABYTE = 1e9;

/** What is stored of one family of items that are kept equally long. */
export interface StoredFamily {
  readonly family: string;
  /** After how many days its items are deleted; undefined where they are kept. */
  readonly days: number | undefined;
  readonly gigabytes: number;
}

/** What is stored after the months of a usage file. */
export interface Stored {
  /** The largest first. */
  readonly families: readonly StoredFamily[];
  readonly tableGigabytes: number;
  readonly fileGigabytes: number;
}

/**
 * What is stored, by family, from what a run of each function leaves in the table and when that is deleted.
 *
 * @param days replaces the recorded retention of families whose retention is a setting of the stage.
 */
export const storedBy = (
  usage: Usage,
  growth: Readonly<Record<string, Growth>>,
  days: Readonly<Record<string, number>>,
): Stored => {
  const runs = runsOf(usage);
  const bytes = new Map<string, number>();
  for (const [name, times] of runs)
    for (const [family, left] of Object.entries(growth[name]?.bytes ?? {}))
      for (const [kept, each] of Object.entries(left)) {
        const place = `${family} ${days[family] ?? kept}`;
        bytes.set(place, (bytes.get(place) ?? 0) + times * (each ?? 0));
      }
  const families = [...bytes]
    .map(([place, aMonth]): StoredFamily => {
      const [family = '', kept = 'kept'] = place.split(' ');
      const keptDays = kept === 'kept' ? undefined : Number(kept);
      const months = Math.min(usage.monthsBefore, (keptDays ?? Number.POSITIVE_INFINITY) / DAYS_OF_A_MONTH);
      return { family, days: keptDays, gigabytes: (Math.max(0, aMonth) * months) / GIGABYTE };
    })
    .sort((one, other) => other.gigabytes - one.gigabytes);
  return {
    families,
    tableGigabytes: families.reduce((sum, { gigabytes }) => sum + gigabytes, 0),
    fileGigabytes: ((runs.get('attach-file') ?? 0) * usage.monthsBefore * ASSUMED.bytesOfAFile) / GIGABYTE,
  };
};
