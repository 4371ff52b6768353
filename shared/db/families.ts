import type { IndexName } from './table.ts';

/**
 * A family: all items, or all entries of an index, with partition keys of the same form. The finest unit in which a
 * function is given permissions, by IAM's condition key `dynamodb:LeadingKeys`, and one row or more of the table of
 * access patterns.
 */
export interface Family {
  /** The index whose partitions these are; missing for items of the table itself. */
  readonly index?: IndexName;
  /** The partition that the domain's own builder makes from the names of its parts, such as `WGT#{wgt}`. */
  readonly partition: () => string;
  /** The access patterns, by sort key, with the names of parts in braces. */
  readonly patterns: Readonly<Record<string, string>>;
}

/** The families of one domain. Their names are unique in the whole service (tested). */
export type Families = Readonly<Record<string, Family>>;

/**
 * The partition of a family as an IAM `StringLike` pattern: `*` for every part that is named in braces.
 *
 * @param environment stands for the part `{env}` where only that environment is meant.
 */
export const leadingKeys = ({ partition }: Family, environment = '*'): string =>
  partition()
    .replaceAll('{env}', environment)
    .replaceAll(/\{\w+\}/g, '*');
