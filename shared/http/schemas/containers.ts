import * as v from 'valibot';
import { guarded } from './guarded.ts';
import { messageOf } from './validation-messages.ts';

/*
 * The containers of request schemas. They are valibot's own schemas (same types, same pipes, same API document) behind
 * a guard, because valibot accepts arrays and class instances as objects, loops over a container before its length is
 * checked, and silently drops record keys such as `constructor`.
 */

/** Whether a value is a JSON object: not an array, a class instance or null. */
const isPlainObject = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** The message of an object's issue, with other messages than "Required" for some missing fields. */
const explaining =
  (ifMissing: Readonly<Record<string, string>>) =>
  (issue: v.ObjectIssue): string =>
    (issue.input === undefined && ifMissing[String(issue.path?.at(-1)?.key)]) || messageOf(issue);

/**
 * An object schema of requests: a plain object with these entries. Unknown fields are dropped; arrays, class instances
 * and null are refused. All request schemas use it.
 *
 * @param ifMissing by field, the message when the field is missing.
 */
// @__NO_SIDE_EFFECTS__
export function object<const E extends v.ObjectEntries>(
  entries: E,
  ifMissing?: Readonly<Record<string, string>>,
): v.ObjectSchema<E, undefined> {
  const schema = (ifMissing ? v.object(entries, explaining(ifMissing)) : v.object(entries)) as v.ObjectSchema<
    E,
    undefined
  >;
  return guarded(schema, ({ value }, refuse) => {
    if (isPlainObject(value)) return false;
    refuse(schema);
    return true;
  });
}

/** An array of at most `most` entries. The number is checked before any entry is inspected. */
// @__NO_SIDE_EFFECTS__
export function list<const Item extends v.GenericSchema>(item: Item, most: number) {
  const atMost = v.maxLength<unknown[], number>(most);
  const bounded = guarded(v.array(item), ({ value }, refuse) => {
    if (!Array.isArray(value) || value.length <= most) return false;
    refuse(atMost);
    return true;
  });
  // For the API document: the guard enforces it.
  return v.pipe(bounded, v.metadata({ maxItems: most }));
}

/** Refuses every text that repeats an earlier one of an array, at its own path. Other entries may be wrong too. */
const eachOnce = <Entry>(most: number, messageOf: (duplicate: string) => string) =>
  v.rawCheck<Entry[]>(({ dataset: { value: entries }, addIssue }) => {
    if (!Array.isArray(entries) || entries.length > most) return;
    const seen = new Set<unknown>();
    entries.forEach((value: unknown, key) => {
      if (typeof value === 'string' && seen.has(value)) {
        addIssue({
          message: messageOf(value),
          path: [{ type: 'array', origin: 'value', input: entries, key, value }],
        });
      }
      seen.add(value);
    });
  });

/** A {@link list} whose texts must differ from each other. @param messageOf the message of a repeated one. */
// @__NO_SIDE_EFFECTS__
export function uniqueList<const Item extends v.GenericSchema>(
  item: Item,
  most: number,
  messageOf: (duplicate: string) => string,
) {
  return v.pipe(list(item, most), v.metadata({ uniqueItems: true }), eachOnce<v.InferOutput<Item>>(most, messageOf));
}

/** Properties that every object has. As keys of a record they only confuse its readers. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A plain object with arbitrary keys, at most `most` of them. The number is checked before any is inspected. Keys that
 * the key schema refuses are problems at their own path, and so are `constructor` and the like, which valibot leaves
 * out.
 */
// @__NO_SIDE_EFFECTS__
export function record<const Key extends v.GenericSchema<string, string>, const Value extends v.GenericSchema>(
  key: Key,
  value: Value,
  most: number,
) {
  const schema = v.record(key, value);
  const atMost = v.maxEntries<Record<string, unknown>, number>(most);
  const bounded = guarded(schema, ({ value: input }, refuse) => {
    if (!isPlainObject(input)) {
      refuse(schema);
      return true;
    }
    const names = Object.keys(input);
    if (names.length > most) {
      refuse(atMost);
      return true;
    }
    for (const name of names) {
      if (!RESERVED.has(name)) continue;
      const path: [v.ObjectPathItem] = [{ type: 'object', origin: 'key', input, key: name, value: input[name] }];
      const [refusal] = v.safeParse(key, name, { message: messageOf }).issues ?? [];
      refuse(schema, { path, message: refusal?.message ?? 'This name is not allowed' });
    }
    return false;
  });
  return v.pipe(bounded, v.metadata({ maxProperties: most }));
}
