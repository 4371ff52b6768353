import type { IndexName } from './table.ts';

/**
 * A family: all items, or all entries of an index, with partition keys of the same form. It is the smallest unit in
 * which a function is given permissions, by IAM's condition key `dynamodb:LeadingKeys`, and has one or more rows in the
 * table of access patterns.
 */
export interface Family {
  /** The index that the partitions belong to; missing for items of the table itself. */
  readonly index?: IndexName;
  /** Returns the partition that the domain's own builder makes from the names of its parts, such as `WGT#{wgt}`. */
  readonly partition: () => string;
  /** The access patterns, by sort key, with the names of parts in braces. */
  readonly patterns: Readonly<Record<string, string>>;
}

/** The families of one domain. Their names are unique in the whole service (tested). */
export type Families = Readonly<Record<string, Family>>;

/**
 * The partition of a family as an IAM `StringLike` pattern: `*` for every part that is named in braces.
 *
 * @param environment replaces the part `{env}` when only that environment is meant.
 */
export const leadingKeys = ({ partition }: Family, environment = '*'): string =>
  partition()
    .replaceAll('{env}', environment)
    .replaceAll(/\{\w+\}/g, '*');
