/** The primary key of an item. Made by `keys.ts` only. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A stored item: its key and its attributes. Parsed by the entity's schema before it is used. */
export type Item = Key & Record<string, unknown>;

type Scalar = string | number | boolean;

/** What an attribute must be for a write to happen. */
export type Matcher =
  | 'missing'
  | 'exists'
  | { readonly equals: Scalar }
  | { readonly notEquals: Scalar }
  | { readonly oneOf: readonly Scalar[] }
  | { readonly atLeast: number | string }
  | { readonly atMost: number | string }
  | { readonly below: number | string }
  | { readonly missingOr: Matcher };

/**
 * Conditions that must all hold. The key is an attribute, as it is stored, or a path: `holds>msg_1` is an entry of a
 * map.
 */
export type Condition = Readonly<Record<string, Matcher>>;

/**
 * An entry for the end of a list. When the list already has `maxLength` entries, it replaces the last one, so that no
 * list outgrows its item.
 */
export interface LastEntry {
  readonly entry: unknown;
  readonly maxLength: number;
}

/**
 * The changes of one update. `append` and `extend` require that the list exists. Undefined values of `set` are skipped.
 * `set`, `remove` and `when` take paths: `holds>msg_1` is an entry of a map, and `unsettled[0]` one of a list.
 */
export interface Changes {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  readonly append?: Readonly<Record<string, LastEntry>>;
  /** Entries for the ends of lists, in the order in which concurrent updates are made. */
  readonly extend?: Readonly<Record<string, readonly unknown[]>>;
  /** What must hold; `{}` for a counter, every call of which counts. */
  readonly when: Condition;
}

/** One write, alone or as a part of a transaction. Every write is conditional. */
export type WriteOperation =
  | { readonly kind: 'put'; readonly item: Item; readonly when: Condition }
  | ({ readonly kind: 'update'; readonly key: Key } & Changes)
  | { readonly kind: 'delete'; readonly key: Key; readonly when: Condition }
  | { readonly kind: 'check'; readonly key: Key; readonly when: Condition };

/** Writes a whole item; by default only if it does not exist. */
export const put = (item: Item, when: Condition = { pk: 'missing' }): WriteOperation => ({ kind: 'put', item, when });

/** Changes attributes of an item. Creates a missing item, unless `when` requires something of it. */
export const update = (key: Key, changes: Changes): WriteOperation => ({ kind: 'update', key, ...changes });

/** Deletes an item; by default only if it exists. */
export const remove = (key: Key, when: Condition = { pk: 'exists' }): WriteOperation => ({ kind: 'delete', key, when });

/** Requires something of an item without writing it. */
export const check = (key: Key, when: Condition): WriteOperation => ({ kind: 'check', key, when });

interface Names {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Hands out placeholders for names and values, one placeholder for each distinct name. */
const placeholders = () => {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  let valueCount = 0;
  const nameOf = (attribute: string): string => {
    const known = names.get(attribute);
    if (known) return known;
    const placeholder = `#n${names.size}`;
    names.set(attribute, placeholder);
    return placeholder;
  };
  return {
    name: (path: string): string =>
      path
        .split('>')
        .map((step) => step.replace(/^[^[]+/, nameOf))
        .join('.'),
    value: (value: unknown): string => {
      const placeholder = `:v${valueCount++}`;
      values[placeholder] = value;
      return placeholder;
    },
    attributes: (): Names => ({
      ...(names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries(
          [...names].map(([attribute, placeholder]) => [placeholder, attribute]),
        ),
      }),
      ...(valueCount > 0 && { ExpressionAttributeValues: values }),
    }),
  };
};

type Placeholders = ReturnType<typeof placeholders>;

const matcherExpression = (use: Placeholders, attribute: string, matcher: Matcher): string => {
  const name = use.name(attribute);
  if (matcher === 'missing') return `attribute_not_exists(${name})`;
  if (matcher === 'exists') return `attribute_exists(${name})`;
  if ('missingOr' in matcher) {
    return `(attribute_not_exists(${name}) OR ${matcherExpression(use, attribute, matcher.missingOr)})`;
  }
  if ('oneOf' in matcher) return `${name} IN (${matcher.oneOf.map((one) => use.value(one)).join(', ')})`;
  if ('equals' in matcher) return `${name} = ${use.value(matcher.equals)}`;
  if ('notEquals' in matcher) return `${name} <> ${use.value(matcher.notEquals)}`;
  if ('atLeast' in matcher) return `${name} >= ${use.value(matcher.atLeast)}`;
  if ('atMost' in matcher) return `${name} <= ${use.value(matcher.atMost)}`;
  return `${name} < ${use.value(matcher.below)}`;
};

const conditionExpression = (use: Placeholders, when: Condition): string =>
  Object.entries(when)
    .map(([attribute, matcher]) => matcherExpression(use, attribute, matcher))
    .join(' AND ');

const updateExpression = (
  use: Placeholders,
  { set = {}, add = {}, remove: removed = [], append = {}, extend = {} }: Changes,
): string => {
  const setClauses = [
    ...Object.entries(set)
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => `${use.name(attribute)} = ${use.value(value)}`),
    // An index beyond the end of a list appends to it (Amazon DynamoDB Developer Guide, "Update expressions": SET).
    ...Object.entries(append).map(
      ([attribute, { entry, maxLength }]) => `${use.name(attribute)}[${maxLength - 1}] = ${use.value(entry)}`,
    ),
    ...Object.entries(extend).map(
      ([attribute, entries]) => `${use.name(attribute)} = list_append(${use.name(attribute)}, ${use.value(entries)})`,
    ),
  ];
  const addClauses = Object.entries(add).map(([attribute, amount]) => `${use.name(attribute)} ${use.value(amount)}`);
  const removeClauses = removed.map((attribute) => use.name(attribute));
  return [
    setClauses.length > 0 && `SET ${setClauses.join(', ')}`,
    addClauses.length > 0 && `ADD ${addClauses.join(', ')}`,
    removeClauses.length > 0 && `REMOVE ${removeClauses.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ');
};

/** Renders a condition as the filter of a read. A filter spares the response, and not the read units. */
export const toFilterInput = (where: Condition): Names & { readonly FilterExpression: string } => {
  const use = placeholders();
  return { FilterExpression: conditionExpression(use, where), ...use.attributes() };
};

/** A write in the terms of the DynamoDB API: the part that its commands and its transactions share. */
export interface WriteInput extends Names {
  readonly Key?: Key;
  readonly Item?: Item;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ReturnValuesOnConditionCheckFailure: 'ALL_OLD';
}

/**
 * Renders a write for the DynamoDB API. A refused condition returns the current item, so that one call distinguishes
 * "missing", "wrong state" and "already done".
 */
export const toWriteInput = (operation: WriteOperation): WriteInput => {
  const use = placeholders();
  const target =
    operation.kind === 'put'
      ? { Item: operation.item }
      : operation.kind === 'update'
        ? { Key: operation.key, UpdateExpression: updateExpression(use, operation) }
        : { Key: operation.key };
  const condition = conditionExpression(use, operation.when);
  return {
    ...target,
    ...(condition && { ConditionExpression: condition }),
    ...use.attributes(),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
};
