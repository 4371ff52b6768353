import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { apiDocument } from '#functions/api/openapi-document';
import type { Contract } from '#shared/http/contract';

/** A part of the document, untyped as its readers see it. */
// biome-ignore lint/suspicious/noExplicitAny: a document is read as its readers read it.
export type Json = any;

/** The API document as it is served. */
export const documentJson = (): Json => JSON.parse(JSON.stringify(apiDocument()));

/** The node itself, or the component that it refers to. */
export const dereferenced = (document: Json, node: Json): Json => {
  if (typeof node?.$ref !== 'string') return node;
  const steps: string[] = node.$ref.slice(2).split('/');
  return steps.reduce((place, step) => place?.[step], document);
};

/** One operation of the document. */
export interface DocumentedOperation {
  /** `POST /v1/login`; for a webhook, its event. */
  readonly name: string;
  readonly isWebhook: boolean;
  readonly operation: Json;
}

/** The operations and the webhooks of the document. */
export const documentedOperations = (document: Json): readonly DocumentedOperation[] => [
  ...Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isWebhook: false,
      operation,
    })),
  ),
  ...Object.entries<Json>(document.webhooks).map(([name, { post }]) => ({ name, isWebhook: true, operation: post })),
];

/** The keywords under which JSON Schema nests schemas. */
const WITHIN = ['items', 'additionalProperties', 'propertyNames', 'not'];
const WITHIN_LISTS = ['anyOf', 'allOf', 'oneOf', 'prefixItems'];

/** A schema and every schema nested in it, each with its place. References are not followed. */
export function* schemasIn(schema: Json, place: string): Generator<{ readonly schema: Json; readonly place: string }> {
  if (typeof schema !== 'object' || schema === null) return;
  yield { schema, place };
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* schemasIn(property, `${place}.${name}`);
  for (const keyword of WITHIN) yield* schemasIn(schema[keyword], `${place}[${keyword}]`);
  for (const keyword of WITHIN_LISTS)
    for (const [index, part] of (schema[keyword] ?? []).entries())
      yield* schemasIn(part, `${place}[${keyword} ${index}]`);
}

/** The schema of the body, JSON or a page, of an operation's response with one status; undefined if it has none. */
export const responseSchema = (document: Json, operation: Json, status: number): Json => {
  const { content } = dereferenced(document, operation.responses[status]) ?? {};
  return (content?.['application/json'] ?? content?.['text/html'])?.schema;
};

/** The names of the components that a schema is composed of, directly or through other components. */
const composedOf = (document: Json, schema: Json): string[] =>
  WITHIN_LISTS.flatMap((keyword) => schema?.[keyword] ?? []).flatMap(({ $ref = '' }: Json) => {
    const name = $ref.split('/').at(-1);
    return name ? [name, ...composedOf(document, document.components.schemas[name])] : [];
  });

/** The keyword that closes a schema. A schema composed of others is closed as a whole, and its parts stay open. */
const closing = (schema: Json, isPart: boolean): Json => {
  if (!schema.properties || schema.additionalProperties !== undefined || schema.properties.code) return {};
  if (schema.allOf) return { unevaluatedProperties: false };
  return isPart ? {} : { additionalProperties: false };
};

/**
 * The document with its schemas closed, so that they allow only the properties that they name. Error bodies stay open.
 */
const closed = (document: Json): Json => {
  const copy = structuredClone(document);
  const components = Object.entries<Json>(copy.components.schemas);
  const parts = new Set(components.filter(([, { allOf }]) => allOf).flatMap(([, schema]) => composedOf(copy, schema)));
  for (const [name, schema] of components)
    for (const { schema: inner, place } of schemasIn(schema, ''))
      Object.assign(inner, closing(inner, place === '' && parts.has(name)));
  return copy;
};

/**
 * Checks success bodies against the document: every field is as declared, and none is missing.
 *
 * @returns the problems, or undefined.
 */
export const bodyProblems = (): ((contract: Contract, status: number, body: unknown) => string | undefined) => {
  const document = documentJson();
  const { components } = closed(document);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  return ({ route, method }, status, body) => {
    const schema = responseSchema(document, document.paths[route][method.toLowerCase()], status);
    if (!schema) return `the document has no ${status}`;
    const unevaluatedProperties = schema.additionalProperties === true;
    const validate = ajv.compile({ ...schema, unevaluatedProperties, components });
    return validate(body) ? undefined : ajv.errorsText(validate.errors);
  };
};
