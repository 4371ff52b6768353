import type { IndexName } from './table.ts';

/**
 * A family: all items, or all entries of an index, whose partitions look alike. The finest grain in which a function is
 * given rights, by IAM's condition key `dynamodb:LeadingKeys`, and one row or more of the table of access patterns.
 */
export interface Family {
  /** The index whose partitions these are; missing for items of the table itself. */
  readonly index?: IndexName;
  /** The partition as the domain's own builder makes it of the names of its parts, such as `WGT#{wgt}`. */
  readonly partition: () => string;
  /** What is asked of it, by the sort key that it is asked by, with the names of parts in braces. */
  readonly patterns: Readonly<Record<string, string>>;
}

/** The families of one domain. Their names are unique in the whole service (tested). */
export type Families = Readonly<Record<string, Family>>;

/** The partition of a family as IAM's `StringLike` reads it: `*` for every part that is named in braces. */
export const leadingKeys = ({ partition }: Family): string => partition().replaceAll(/\{\w+\}/g, '*');
