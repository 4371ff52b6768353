/** A method of the client: its resource and its verb. */
export type MethodName = readonly [resource: string, verb: string];

/** How `kyb get` reads a record. */
export interface Read {
  /** A sentence. */
  readonly does: string;
  readonly call: MethodName;
  /** What its id is; undefined for a record without one, such as the wallet. */
  readonly id?: string;
  /** The prefixes of its ids, such as `wgt`. */
  readonly prefixes?: readonly string[];
  /** The member of the query that takes the id; undefined where the path takes it. */
  readonly query?: string;
}

/** A member of a list's query. */
export interface Filter {
  /** As the API names it. */
  readonly name: string;
  readonly help: string;
  readonly isRequired?: true;
  /** The only accepted values. */
  readonly values?: readonly string[];
}

/** How `kyb list` reads a list. */
export interface List {
  /** A sentence. */
  readonly does: string;
  readonly call: MethodName;
  /** What the ids of its path are. */
  readonly ids: readonly string[];
  /** By their options, without the dashes. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** The most entries of a page; undefined where the API sends all. */
  readonly pageSize?: number;
}
