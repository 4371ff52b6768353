import type { JsonSchema } from './openapi-schema.ts';

/** The responses that several operations share, by their name. */
export type ResponseComponents = Readonly<Record<string, JsonSchema>>;

/** A response, and its name as a component; undefined for a response that is always inline. */
export interface NamedResponse {
  readonly name: string | undefined;
  readonly response: JsonSchema;
}

/** `VALIDATION_FAILED` as `ValidationFailed`. */
export const inPascalCase = (code: string): string =>
  code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Maximum number of codes in a name: nobody reads a longer one. */
const MOST_NAMED_CODES = 2;

/**
 * The name of a refusal's response: the codes that it may hold, and how it differs from others with the same codes.
 * Undefined for more codes than a name should have.
 *
 * @param row the name of the body, if the endpoint has its own row for this status.
 * @param isLimited whether the response carries the headers of a rate limit.
 */
export const refusalName = (
  codes: readonly string[],
  row: string | undefined,
  isLimited: boolean,
): string | undefined => {
  if (codes.length > MOST_NAMED_CODES) return undefined;
  const suffixes = [row === undefined ? '' : `As${row}`, isLimited ? 'WithinLimit' : ''];
  return [codes.map(inPascalCase).join('Or'), ...suffixes].join('');
};

/**
 * Puts each unique response inline, and replaces equal ones by a reference to a component.
 *
 * @throws Error when two different responses have one name.
 */
export const sharedResponses = (
  responses: readonly NamedResponse[],
): { readonly components: ResponseComponents; readonly stand: (named: NamedResponse) => JsonSchema } => {
  const texts = new Map<string, { text: string; count: number; response: JsonSchema }>();
  for (const { name, response } of responses) {
    if (name === undefined) continue;
    const text = JSON.stringify(response);
    const known = texts.get(name);
    if (known !== undefined && known.text !== text)
      throw new Error(`Two responses of the API document are named ${name}`);
    texts.set(name, { text, response, count: (known?.count ?? 0) + 1 });
  }
  const shared = [...texts].filter(([, { count }]) => count > 1).sort(([one], [other]) => (one < other ? -1 : 1));
  const components = Object.fromEntries(shared.map(([name, { response }]) => [name, response]));
  return {
    components,
    stand: ({ name, response }) =>
      name !== undefined && name in components ? { $ref: `#/components/responses/${name}` } : response,
  };
};
