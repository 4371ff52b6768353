/** A JSON Schema, as far as this reads it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** An OpenAPI document, as far as this reads it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** A request with a container where the document declares another type. */
export interface WrongContainer {
  readonly operationId: string;
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  /** Whether it needs an access token. */
  readonly signedIn: boolean;
  readonly body: unknown;
  /** The path of the wrong container, which the response must name. */
  readonly at: string;
}

/**
 * The containers to send: empty ones, and those that resemble another type to code that only inspects their content.
 */
const CONTAINERS: readonly (readonly [type: string, value: unknown])[] = [
  ['array', []],
  ['array', ['name']],
  ['object', {}],
  ['object', { 0: 'name', length: 1 }],
  ['null', null],
];

type Step = string | 0;

const resolved = (schema: Schema, { components }: ApiDocument): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components?.schemas?.[name] ?? {});
};

/** The JSON types that a schema accepts; undefined when it accepts anything. */
const typesOf = (given: Schema, document: ApiDocument): ReadonlySet<string> | undefined => {
  const { type, anyOf } = resolved(given, document);
  if (anyOf) {
    const options = anyOf.map((option) => typesOf(option, document));
    return options.includes(undefined) ? undefined : new Set(options.flatMap((types) => [...(types ?? [])]));
  }
  return type === undefined ? undefined : new Set([type].flat());
};

/** Every place in a schema, itself first, with its path. */
function* placesIn(
  given: Schema,
  document: ApiDocument,
  path: readonly Step[] = [],
): Generator<[readonly Step[], Schema]> {
  const schema = resolved(given, document);
  yield [path, schema];
  for (const option of schema.anyOf ?? []) {
    for (const [at, found] of placesIn(option, document, path)) if (at.length > path.length) yield [at, found];
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* placesIn(property, document, [...path, name]);
  }
  if (schema.items) yield* placesIn(schema.items, document, [...path, 0]);
  if (typeof schema.additionalProperties === 'object') {
    const key = schema.propertyNames?.enum?.[0] ?? 'key';
    yield* placesIn(schema.additionalProperties, document, [...path, String(key)]);
  }
}

const bodyWith = (path: readonly Step[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value);

/**
 * For every place in every JSON body of an API: containers of each type that the document does not allow there, in an
 * otherwise empty body. An authorised caller gets a 400 that names the path.
 */
export const wrongContainers = (document: ApiDocument): readonly WrongContainer[] =>
  Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, security = [], requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      if (!schema) return [];
      const request = {
        operationId,
        method: method.toUpperCase(),
        path: route.replace(/\{[^}]+\}/g, 'none'),
        signedIn: security.some((scheme) => 'accessToken' in scheme),
      };
      return [...placesIn(schema, document)].flatMap(([path, place]) => {
        const allowed = typesOf(place, document);
        return CONTAINERS.flatMap(([type, value]) =>
          allowed === undefined || allowed.has(type)
            ? []
            : [{ ...request, body: bodyWith(path, value), at: path.join('.') }],
        );
      });
    }),
  );
