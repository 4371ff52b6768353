import type { GenericSchema } from 'valibot';
import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';

/** The three parts of a request that a contract has schemas for. */
export const REQUEST_PARTS = ['path', 'query', 'body'] as const;

/** A part of a request. */
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** A schema for inspection. Its type determines which of these fields it has. */
export interface SchemaNode extends GenericSchema {
  readonly message?: unknown;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly key?: SchemaNode;
  readonly value?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly (SchemaNode | string | number)[];
  readonly pipe?: readonly SchemaNode[];
}

/** A schema within a contract, and the path to its value. */
export interface PlacedSchema {
  readonly contract: Contract;
  readonly part: RequestPart;
  readonly schema: SchemaNode;
  /** From the part down: a property name of an object, 0 for an entry of a list, or a key that a record accepts. */
  readonly path: readonly (string | 0)[];
  /** Whether it is the schema of a record's key. If so, its path ends with a key, and the value is stored under it. */
  readonly isKey: boolean;
}

const isSchema = (option: unknown): option is SchemaNode => typeof option === 'object' && option !== null;

/** A key that a record accepts, if one is known. */
const keyOf = ({ options }: SchemaNode): string => {
  const [option] = options ?? [];
  return typeof option === 'string' ? option : 'key';
};

/** A schema and every schema nested in it. A pipe counts as the schema that it begins with. */
function* schemasIn(place: PlacedSchema): Generator<PlacedSchema> {
  const { schema, path } = place;
  const at = (next: SchemaNode, step?: string | 0, isKey = false): PlacedSchema => ({
    ...place,
    schema: next,
    path: step === undefined ? path : [...path, step],
    isKey: isKey || (step === undefined && place.isKey),
  });
  yield place;
  for (const [name, entry] of Object.entries(schema.entries ?? {})) yield* schemasIn(at(entry, name));
  if (schema.item) yield* schemasIn(at(schema.item, 0));
  if (schema.key) yield* schemasIn(at(schema.key, keyOf(schema.key), true));
  if (schema.key && schema.value) yield* schemasIn(at(schema.value, keyOf(schema.key)));
  if (schema.wrapped) yield* schemasIn(at(schema.wrapped));
  for (const option of schema.options ?? []) if (isSchema(option)) yield* schemasIn(at(option));
}

/** Every schema of a contract's request. */
export const requestSchemas = (contract: Contract): readonly PlacedSchema[] =>
  REQUEST_PARTS.flatMap((part) => {
    const schema = contract[part] as SchemaNode | undefined;
    return schema ? [...schemasIn({ contract, part, schema, path: [], isKey: false })] : [];
  });

/** Every request schema of the whole API. */
export const allRequestSchemas = (): readonly PlacedSchema[] => CONTRACTS.flatMap(requestSchemas);

/** The same without repetition: a schema that occurs in several places is at the first of them. */
export const distinctRequestSchemas = (): readonly PlacedSchema[] => {
  const seen = new Set<SchemaNode>();
  return allRequestSchemas().filter(({ schema }) => !seen.has(schema) && seen.add(schema));
};

/** The name of a schema in messages: `create-widget body.config.flow.order.0`. */
export const nameOf = ({ contract, part, path, isKey }: PlacedSchema): string =>
  `${contract.name} ${[part, ...path].join('.')}${isKey ? ' (key)' : ''}`;
