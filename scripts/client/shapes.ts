import { componentSchemas, type PublishedOperation } from './published.ts';
import { nameOf, type Schema } from './schema-types.ts';

/** A body of an operation, by its media type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The parameters of an operation in its path or its query, in their order. */
export const parametersIn = ({ operation }: PublishedOperation, place: 'path' | 'query'): readonly Parameter[] =>
  (operation.parameters as unknown as readonly Parameter[]).filter((parameter) => parameter.in === place);

/** The schema of the object that an operation takes as its query; undefined if it takes none. */
export const querySchema = (published: PublishedOperation): Schema | undefined => {
  const parameters = parametersIn(published, 'query');
  if (parameters.length === 0) return undefined;
  const members = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(members), required };
};

/**
 * The schema of the body that an operation takes, or the one with files if it has several; undefined if it takes none.
 */
export const bodySchema = ({ operation }: PublishedOperation): Schema | undefined => {
  const content = operation.requestBody?.['content'] as Content | undefined;
  const schema = (content?.['multipart/form-data'] ?? content?.['application/json'])?.schema;
  return schema && hasMembers(schema) ? schema : undefined;
};

/** A schema, or the component that it refers to. */
export const componentSchema = (schema: Schema): Schema =>
  schema['$ref'] === undefined ? schema : (componentSchemas()[nameOf(schema['$ref'])] ?? {});

const hasMembers = (schema: Schema): boolean => Object.keys(componentSchema(schema)['properties'] ?? {}).length > 0;

/** Whether every member of an object may be left out. */
export const isOptional = (schema: Schema): boolean =>
  ((componentSchema(schema)['required'] ?? []) as readonly string[]).length === 0;

const successes = ({ operation }: PublishedOperation): readonly Content[] =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    Number(status) < 300 ? [(response as { content?: Content }).content ?? {}] : [],
  );

/** The media types that an operation may answer with. */
export const answeredTypes = (published: PublishedOperation): readonly string[] => [
  ...new Set(successes(published).flatMap((content) => Object.keys(content))),
];

/** The schemas of the JSON bodies that an operation answers with. */
export const answerSchemas = (published: PublishedOperation): readonly Schema[] =>
  successes(published).flatMap((content) => {
    const schema = content['application/json']?.schema;
    return schema ? [schema] : [];
  });

const membersOf = (schema: Schema | undefined): readonly (readonly [name: string, member: Schema])[] =>
  schema ? Object.entries((componentSchema(schema)['properties'] ?? {}) as Record<string, Schema>) : [];

/** Where a list's entries are in its body, such as `data` or `data.companies`, and their schema. */
export interface Entries {
  readonly path: string;
  readonly schema: Schema;
}

/**
 * The entries of an operation that returns a page, by `pagination` or by the position `nextAfter`; undefined for any
 * other.
 *
 * @throws TypeError for a page in which they cannot be found.
 */
export const entriesOf = (published: PublishedOperation): Entries | undefined => {
  const members = membersOf(answerSchemas(published)[0]);
  const names = new Set(members.map(([name]) => name));
  if (!names.has('pagination') && !names.has('nextAfter')) return undefined;
  const nested = membersOf(members.find(([name]) => name === 'data')?.[1]).map(
    ([name, member]) => [`data.${name}`, member] as const,
  );
  const lists = [...members, ...nested].filter(([, member]) => member['type'] === 'array');
  const [list, ...more] = lists;
  if (!list || more.length > 0)
    throw new TypeError(`The entries of ${published.operation.operationId} cannot be told apart`);
  return { path: list[0], schema: (list[1]['items'] ?? {}) as Schema };
};

/** Every component that schemas refer to, directly or not. */
export const referenced = (schemas: readonly unknown[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref, example: _, examples: __, ...rest } = node as Schema;
    if (typeof $ref === 'string' && !found.has(nameOf($ref))) {
      found.add(nameOf($ref));
      visit(componentSchema({ $ref }));
    }
    for (const value of Object.values(rest)) visit(value);
  };
  schemas.forEach(visit);
  return found;
};
