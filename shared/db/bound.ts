/** How many items a range may have to be read whole. */
export interface Bound {
  readonly most: number;
  /** What keeps the range below that. */
  readonly why: string;
}

/** A range has more items than its reader was made for. */
export class BoundExceeded extends Error {
  override readonly name = 'BoundExceeded';

  constructor({ most, why }: Bound) {
    super(`A range that is read whole has more than ${most} items: ${why}`);
  }
}
