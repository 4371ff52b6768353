import type { OpenApiDocument } from '#shared/http/openapi/openapi';

/** A JSON Schema without texts for people. */
export type Shape = Readonly<Record<string, unknown>>;

/** Schemas by media type. */
type Content = Readonly<Record<string, Shape>>;

/** The input and output of one operation. */
export interface OperationSurface {
  /** By place and name, such as `query page`. */
  readonly parameters: Readonly<Record<string, { readonly required: boolean; readonly schema: Shape }>>;
  readonly body?: { readonly required: boolean; readonly content: Content };
  /** By status. */
  readonly successes: Readonly<Record<string, Content>>;
  /** Its refusals, each with its status: `404 WIDGET_NOT_FOUND`. */
  readonly errors: readonly string[];
}

/** The parts of an API document that clients rely on, without texts for people. */
export interface ApiSurface {
  readonly version: string;
  /** By method and route, such as `GET /v1/wallet`. */
  readonly operations: Readonly<Record<string, OperationSurface>>;
  /** The bodies of webhooks, by event. */
  readonly events: Readonly<Record<string, Content>>;
  /** The schemas that others refer to. */
  readonly schemas: Readonly<Record<string, Shape>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a document is read as its readers read it.
type Json = any;

/** Keywords that do not affect which values are valid. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['description', 'example', 'examples', 'title', 'deprecated']);

/** A schema without texts; a property may have the name of any keyword. */
const shapeOf = (node: Json, isNames = false): Json => {
  if (Array.isArray(node)) return node.map((one) => shapeOf(one));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => isNames || !FOR_PEOPLE.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, shapeOf(value, !isNames && key === 'properties')]));
};

const mapped = <From, To>(entries: Readonly<Record<string, From>> = {}, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, map(value)]));

const contentOf = (part: Json): Content => mapped<Json, Shape>(part?.content, ({ schema }) => shapeOf(schema ?? {}));

/** The codes that the description of a refusal names: bodies of some endpoints have no room for them. */
const codesIn = ({ description }: Json): string[] =>
  Array.from(String(description).matchAll(/`([A-Z][A-Z_]+)`/g), ([, code = '']) => code);

const operationSurface = (operation: Json, follow: (node: Json) => Json): OperationSurface => {
  const parameters: Json[] = operation.parameters.map(follow);
  const responses = Object.entries<Json>(operation.responses).map(([status, node]) => [status, follow(node)] as const);
  const body = operation.requestBody;
  return {
    parameters: Object.fromEntries(
      parameters.map(({ in: place, name, required, schema }) => [
        `${place} ${name}`,
        { required: required === true, schema: shapeOf(schema) },
      ]),
    ),
    ...(body && { body: { required: body.required === true, content: contentOf(body) } }),
    successes: Object.fromEntries(
      responses.filter(([status]) => status < '4').map(([status, response]) => [status, contentOf(response)]),
    ),
    errors: responses
      .filter(([status]) => status >= '4')
      .flatMap(([status, refusal]) => codesIn(refusal).map((code) => `${status} ${code}`))
      .sort(),
  };
};

/** Every name of a schema that a part of the surface refers to. */
const referredIn = (part: unknown): string[] =>
  Array.from(JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g), ([, name = '']) => name);

/** The surface of an API document. */
export const surfaceOf = (document: OpenApiDocument): ApiSurface => {
  // As it is served: without what is undefined.
  const read: Json = JSON.parse(JSON.stringify(document));
  const follow = (node: Json): Json =>
    typeof node.$ref === 'string'
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((place: Json, step: string) => place[step], read)
      : node;
  const operations = Object.fromEntries(
    Object.entries<Json>(read.paths).flatMap(([route, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => [
        `${method.toUpperCase()} ${route}`,
        operationSurface(operation, follow),
      ]),
    ),
  );
  const events = mapped<Json, Content>(read.webhooks, ({ post }) => contentOf(post.requestBody));
  const schemas = new Map<string, Shape>();
  const waiting = referredIn([operations, events]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (schemas.has(name)) continue;
    const shape = shapeOf(read.components.schemas[name]);
    schemas.set(name, shape);
    waiting.push(...referredIn(shape));
  }
  return { version: document.info.version, operations, events, schemas: Object.fromEntries([...schemas].sort()) };
};
