/** The parts of a JSON Schema that determine what readers of an event may rely on. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** The schemas of events by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** The differences between two versions of the events' schemas. */
export interface SchemaChanges {
  /** Changes that a receiver of the earlier version may not understand. */
  readonly breaking: readonly string[];
  /** Changes that it can ignore. */
  readonly additive: readonly string[];
}

const NONE: SchemaChanges = { breaking: [], additive: [] };
const breaking = (sentence: string): SchemaChanges => ({ ...NONE, breaking: [sentence] });
const additive = (sentence: string): SchemaChanges => ({ ...NONE, additive: [sentence] });

const merged = (changes: readonly SchemaChanges[]): SchemaChanges => ({
  breaking: changes.flatMap((change) => change.breaking),
  additive: changes.flatMap((change) => change.additive),
});

/** The allowed values, without those of nested objects and lists. */
const kindOf = ({ type, enum: values, const: value, anyOf }: Shape): string =>
  JSON.stringify({ type: type === undefined ? type : [type].flat().toSorted(), values, value, anyOf });

const fieldChanges = (path: string, name: string, before: Shape, now: Shape): SchemaChanges => {
  const field = `${path}.${name}`;
  const [was, is] = [before.properties?.[name], now.properties?.[name]];
  if (!was) return additive(`${field} was added`);
  if (!is) return breaking(`${field} was removed`);
  const becameOptional = (before.required ?? []).includes(name) && !(now.required ?? []).includes(name);
  return merged([becameOptional ? breaking(`${field} may be missing`) : NONE, shapeChanges(field, was, is)]);
};

const shapeChanges = (path: string, before: Shape, now: Shape): SchemaChanges => {
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(now.properties ?? {})]);
  return merged([
    kindOf(before) === kindOf(now) ? NONE : breaking(`${path} was ${kindOf(before)} and is ${kindOf(now)}`),
    ...[...names].map((name) => fieldChanges(path, name, before, now)),
    before.items && now.items ? shapeChanges(`${path}[]`, before.items, now.items) : NONE,
  ]);
};

/** Compares the schemas of two versions, event by event. */
export const schemaChanges = (before: Shapes, now: Shapes): SchemaChanges =>
  merged(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].map((event) => {
      const [was, is] = [before[event], now[event]];
      if (!was) return additive(`${event} was added`);
      return is ? shapeChanges(event, was, is) : breaking(`${event} was removed`);
    }),
  );

/** The changes as a test reports them. */
export const reportOf = ({ breaking: broken, additive: added }: SchemaChanges): string =>
  [
    ...broken.map((sentence) => `BREAKING, receivers rely on it: ${sentence}. Emit a new event type instead.`),
    ...added.map((sentence) => `Additive: ${sentence}. \`npm run test:unit -- -u\` records it.`),
  ].join('\n');
