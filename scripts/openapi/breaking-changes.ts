import { isDeepStrictEqual } from 'node:util';
import type { ApiSurface, OperationSurface, Shape } from './surface.ts';

/** Whether clients send a value, which must stay accepted, or receive it, which must not change. */
type Direction = 'sent' | 'received';

/** A schema of the released surface and the one of today, and their place. */
interface Pair {
  readonly before: Shape;
  readonly after: Shape;
  readonly direction: Direction;
  /** `GET /v1/wallet 200 data.balanceKobo`. */
  readonly place: string;
}

/** The two surfaces, and the references that are being followed, because a schema may contain itself. */
interface Comparison {
  readonly released: ApiSurface;
  readonly today: ApiSurface;
  readonly following: readonly string[];
}

const REFERENCE = '#/components/schemas/';

const listed = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

const named = (value: unknown): Readonly<Record<string, Shape>> => (value ?? {}) as Record<string, Shape>;

/** The schema that a reference points to, with the parts of a composition merged. */
const resolved = (shape: Shape, surface: ApiSurface): Shape => {
  const { $ref, allOf, ...own } = shape;
  const referred = typeof $ref === 'string' ? surface.schemas[$ref.slice(REFERENCE.length)] : undefined;
  const parts = [...(referred ? [referred] : []), ...listed<Shape>(allOf)].map((part) => resolved(part, surface));
  const all = [...parts, own];
  return {
    ...Object.assign({}, ...all),
    ...(all.some(({ properties }) => properties !== undefined) && {
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required }) => listed(required)),
    }),
  };
};

const isNull = ({ type, ...rest }: Shape): boolean => type === 'null' || ('const' in rest && rest['const'] === null);

/** The alternatives of a schema, or the schema itself if it has none. */
const variantsOf = (shape: Shape, surface: ApiSurface): readonly Shape[] => {
  const alternatives = [...listed<Shape>(shape['anyOf']), ...listed<Shape>(shape['oneOf'])];
  if (alternatives.length === 0) return [shape];
  return alternatives.flatMap((one) => variantsOf(resolved(one, surface), surface));
};

/** The values that a schema lists; undefined if it lists none. */
const valuesOf = (shape: Shape): readonly unknown[] | undefined => {
  if ('const' in shape) return [shape['const']];
  return 'enum' in shape ? listed(shape['enum']) : undefined;
};

const typeOfValue = (value: unknown): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? 'number' : typeof value;
};

const typesOf = (variants: readonly Shape[]): readonly string[] => [
  ...new Set(
    variants.flatMap((variant) => {
      const { type } = variant;
      if (type !== undefined) return [type].flat().map(String);
      return (valuesOf(variant) ?? []).map(typeOfValue);
    }),
  ),
];

/** Whether every type of one list is in the other. A missing list stands for all types. */
const within = (some: readonly string[], others: readonly string[]): boolean =>
  others.length === 0 ||
  (some.length > 0 && some.every((type) => others.includes(type) || (type === 'integer' && others.includes('number'))));

const typeChanges = (before: readonly Shape[], after: readonly Shape[], { direction, place }: Pair): string[] => {
  const [was, is] = [typesOf(before), typesOf(after)];
  const fits = direction === 'sent' ? within(was, is) : within(is, was);
  return fits ? [] : [`${place}: was ${was.join(' or ') || 'anything'}, is ${is.join(' or ') || 'anything'}`];
};

const valueChanges = ({ before, after, direction, place }: Pair): string[] => {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (is === undefined) return [];
  if (was === undefined) return direction === 'sent' ? [`${place}: takes listed values only`] : [];
  const gone = was.filter((value) => !is.some((one) => isDeepStrictEqual(one, value)));
  return gone.map((value) => `${place}: no longer has the value ${JSON.stringify(value)}`);
};

/** Bounds of sent values, each with the sign that makes a larger number the narrower bound. */
const BOUNDS = {
  maxLength: -1,
  maxItems: -1,
  maxProperties: -1,
  maximum: -1,
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  minimum: 1,
} as const;

const boundChanges = ({ before, after, direction, place }: Pair): string[] => {
  if (direction === 'received') return [];
  return Object.entries(BOUNDS)
    .filter(
      ([bound, sign]) =>
        after[bound] !== undefined &&
        sign * Number(after[bound]) > sign * Number(before[bound] ?? -sign * Number.POSITIVE_INFINITY),
    )
    .map(([bound]) => `${place}: ${bound} is narrower`);
};

const formatChanges = ({ before, after, direction, place }: Pair): string[] => {
  const relied = direction === 'sent' ? after['format'] : before['format'];
  return relied !== undefined && before['format'] !== after['format']
    ? [`${place}: the format was ${before['format']}, is ${after['format']}`]
    : [];
};

const joined = (place: string, step: string): string =>
  `${place}${step.startsWith('[') ? '' : /\d$/.test(place) ? ' ' : '.'}${step}`;

/** The members that an object must have, or must not require. */
const propertyChanges = (pair: Pair, comparison: Comparison): string[] => {
  const { before, after, direction, place } = pair;
  const [was, is] = [named(before['properties']), named(after['properties'])];
  const [needed, needs] = [listed<string>(before['required']), listed<string>(after['required'])];
  const kept = Object.keys(was).flatMap((name) => {
    const [one, other] = [was[name], is[name]];
    const at = joined(place, name);
    if (one === undefined || other === undefined) return [`${at}: was removed`];
    return shapeChanges({ before: one, after: other, direction, place: at }, comparison);
  });
  const changed =
    direction === 'sent'
      ? needs.filter((name) => !needed.includes(name)).map((name) => `${joined(place, name)}: is required`)
      : needed
          .filter((name) => name in is && !needs.includes(name))
          .map((name) => `${joined(place, name)}: may be missing`);
  return [...kept, ...changed];
};

/** Keywords that contain one schema, each with the notation of its place. */
const WITHIN = { items: '[]', additionalProperties: '[*]', propertyNames: '[name]' } as const;

const innerChanges = ({ before, after, direction, place }: Pair, comparison: Comparison): string[] =>
  Object.entries(WITHIN).flatMap(([keyword, step]) => {
    const [one, other] = [before[keyword], after[keyword]];
    if (typeof one !== 'object' || typeof other !== 'object') return [];
    return shapeChanges(
      { before: one as Shape, after: other as Shape, direction, place: joined(place, step) },
      comparison,
    );
  });

const variantChanges = (pair: Pair, comparison: Comparison): string[] => [
  ...typeChanges([pair.before], [pair.after], pair),
  ...valueChanges(pair),
  ...boundChanges(pair),
  ...formatChanges(pair),
  ...propertyChanges(pair, comparison),
  ...innerChanges(pair, comparison),
];

/** The changes of a schema that break clients of the released one. */
function shapeChanges(pair: Pair, comparison: Comparison): string[] {
  const { released, today, following } = comparison;
  const followed = `${pair.before['$ref']} ${pair.after['$ref']}`;
  if (pair.before['$ref'] !== undefined && following.includes(followed)) return [];
  const inside = { ...comparison, following: [...following, followed] };
  const before = variantsOf(resolved(pair.before, released), released);
  const after = variantsOf(resolved(pair.after, today), today);
  const types = typeChanges(before, after, pair);
  if (types.length > 0) return types;
  const [one, other] = [before, after].map((variants) => variants.filter((variant) => !isNull(variant)));
  return (one ?? []).flatMap((variant) => {
    const changes = (other ?? []).map((candidate) =>
      variantChanges({ ...pair, before: variant, after: candidate }, inside),
    );
    // Of several alternatives, the closest one shows what has changed.
    return changes.toSorted((some, others) => some.length - others.length)[0] ?? [];
  });
}

type Contents = Readonly<Record<string, Shape>>;

const contentChanges = (
  before: Contents,
  after: Contents,
  where: Pick<Pair, 'direction' | 'place'>,
  comparison: Comparison,
) =>
  Object.entries(before).flatMap(([mediaType, shape]) => {
    const today = after[mediaType];
    if (today === undefined) return [`${where.place}: no longer ${mediaType}`];
    return shapeChanges({ before: shape, after: today, ...where }, comparison);
  });

const parameterChanges = (before: OperationSurface, after: OperationSurface, name: string, comparison: Comparison) => [
  ...Object.entries(before.parameters).flatMap(([parameter, { schema }]) => {
    const today = after.parameters[parameter];
    const place = `${name} ${parameter}`;
    if (today === undefined) return [`${place}: was removed`];
    return shapeChanges({ before: schema, after: today.schema, direction: 'sent', place }, comparison);
  }),
  ...Object.entries(after.parameters)
    .filter(([parameter, { required }]) => required && !before.parameters[parameter]?.required)
    .map(([parameter]) => `${name} ${parameter}: is required`),
];

const bodyChanges = (
  before: OperationSurface,
  after: OperationSurface,
  name: string,
  comparison: Comparison,
): string[] => {
  const place = `${name} body`;
  const isNewlyRequired = after.body?.required && !before.body?.required;
  return [
    ...(isNewlyRequired ? [`${place}: is required`] : []),
    ...contentChanges(before.body?.content ?? {}, after.body?.content ?? {}, { direction: 'sent', place }, comparison),
  ];
};

const operationChanges = (name: string, before: OperationSurface, comparison: Comparison): string[] => {
  const after = comparison.today.operations[name];
  if (after === undefined) return [`${name}: was removed`];
  const successes = Object.entries(before.successes).flatMap(([status, content]) => {
    const today = after.successes[status];
    const place = `${name} ${status}`;
    return today === undefined
      ? [`${place}: was removed`]
      : contentChanges(content, today, { direction: 'received', place }, comparison);
  });
  const codes = before.errors.filter((code) => !after.errors.includes(code));
  return [
    ...parameterChanges(before, after, name, comparison),
    ...bodyChanges(before, after, name, comparison),
    ...successes,
    ...codes.map((code) => `${name}: no longer has the error ${code}`),
  ];
};

const eventChanges = (event: string, before: Contents, comparison: Comparison): string[] => {
  const after = comparison.today.events[event];
  if (after === undefined) return [`${event}: was removed`];
  return contentChanges(before, after, { direction: 'received', place: event }, comparison);
};

/**
 * Everything of a released surface that clients may rely on and that today's breaks, a line each: an operation,
 * parameter, field, event, value or error code that is gone; a field that is newly required of clients, or newly
 * optional or null for them; another type or format; a narrower bound. What is added breaks nothing
 * (docs/integrate/versioning.md).
 */
export const breakingChanges = (released: ApiSurface, today: ApiSurface): readonly string[] => {
  const comparison: Comparison = { released, today, following: [] };
  const changes = [
    ...Object.entries(released.operations).flatMap(([name, before]) => operationChanges(name, before, comparison)),
    ...Object.entries(released.events).flatMap(([event, before]) => eventChanges(event, before, comparison)),
  ];
  return [...new Set(changes)];
};
