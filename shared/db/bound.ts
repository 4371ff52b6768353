/** How many items a range that is read whole may have. */
export interface Bound {
  readonly most: number;
  /** What keeps it below that. */
  readonly why: string;
}

/** A range has more items than whatever reads it whole was made for. */
export class BoundExceeded extends Error {
  override readonly name = 'BoundExceeded';

  constructor({ most, why }: Bound) {
    super(`A range that is read whole has more than ${most} items: ${why}`);
  }
}
