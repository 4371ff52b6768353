import { DELIVERED_EVENTS, type ServiceType } from '#shared/events/catalogue';
import type { Schema } from '#shared/http/contract';
import { NAME_KEYWORD } from '#shared/platform/described';
import { type JsonSchema, jsonSchema } from './openapi-schema.ts';

/** A type of event as integrators see it. */
export interface EventTypeEntry {
  readonly event: string;
  /** Null: registrations of every service type. */
  readonly serviceType: ServiceType | null;
  readonly description: string;
  /** The JSON Schema (2020-12) of `data`, self-contained. */
  readonly schema: JsonSchema;
  /** An example of `data`. */
  readonly example: unknown;
}

/** Removes the keyword by which the API document names components from a schema. */
const unnamed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(unnamed);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (key === NAME_KEYWORD ? [] : [[key, unnamed(value)]])),
  );
};

/**
 * Every type of event that a registration can receive, from the catalogue. The build generates the list for bundles,
 * because they contain no descriptions (scripts/bundle/plugins.ts).
 */
export const eventTypes = (): readonly EventTypeEntry[] =>
  DELIVERED_EVENTS.map(({ event, serviceType, summary, data, example }) => ({
    event,
    serviceType,
    description: summary,
    schema: unnamed(jsonSchema(data as Schema, 'output')) as JsonSchema,
    example,
  }));
