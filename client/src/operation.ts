/** The data that the client needs to call an operation. */
export interface Operation {
  readonly method: string;
  /** From the root, with `{parameters}`, each of which is an argument of the method. */
  readonly path: string;
  /** Whether the credential is sent. */
  readonly isForAccounts?: true;
  /** How its body is encoded; undefined if it takes none. */
  readonly body?: 'json' | 'multipart' | 'json-or-multipart';
  readonly hasQuery?: true;
  /** Whether it honours an `Idempotency-Key`. */
  readonly takesKey?: true;
  /** Where the entries of a page are in the body, such as `data.companies`. */
  readonly entries?: string;
  /** Whether the response is a text instead of JSON. */
  readonly isText?: true;
}

/** A call of an operation, with the arguments of its method. */
export interface Call {
  readonly operation: Operation;
  /** With its parameters filled in. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const filledIn = (path: string, values: readonly unknown[]): string => {
  const rest = [...values];
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.shift();
    // A dot would be resolved as a part of the address and lead to another operation.
    if (typeof value !== 'string' || value === '' || /^\.{1,2}$/.test(value))
      throw new TypeError(`${name} of ${path} must be the text of an id, not ${JSON.stringify(value) ?? 'undefined'}`);
    return encodeURIComponent(value);
  });
};

const objectOrNothing = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (value === undefined || (typeof value === 'object' && value !== null)) return value as Record<string, unknown>;
  throw new TypeError(`An object is expected, not ${JSON.stringify(value)}`);
};

/**
 * The call that the arguments of a method mean: first the parameters of the path, then the body, then the query. What
 * follows them are the options.
 *
 * @throws TypeError for an id that is none, and for a body or a query that is no object.
 */
export const callOf = (operation: Operation, args: readonly unknown[]): { call: Call; options: unknown } => {
  const count = operation.path.match(/\{/g)?.length ?? 0;
  const rest = args.slice(count);
  const body = operation.body === undefined ? undefined : objectOrNothing(rest.shift());
  const query = operation.hasQuery ? objectOrNothing(rest.shift()) : undefined;
  const path = filledIn(operation.path, args.slice(0, count));
  return { call: { operation, path, ...(query && { query }), ...(body && { body }) }, options: rest[0] };
};
