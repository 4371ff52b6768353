import { UserError } from '#scripts/local-cloud/user-error';
import { placeholdersIn, withValues } from '#shared/http/request-example';

/** The sources of placeholders, by name. Each value is created when a text first needs it. */
export interface PlaceholderSources {
  readonly seeds: Readonly<Record<string, () => string | Promise<string>>>;
  /** Signatures cover the complete body, so they are replaced last. */
  readonly signatures: Readonly<Record<string, (body: string) => string | Promise<string>>>;
}

/** A text without placeholders, and the values that replaced them. */
export interface FilledText {
  readonly text: string;
  /** By placeholder. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Replaces the placeholders of a request in JSON, whose `body` is text.
 *
 * @throws UserError for a placeholder without a source, before anything is created.
 */
export const fillPlaceholders = async (
  text: string,
  { seeds, signatures }: PlaceholderSources,
): Promise<FilledText> => {
  const names = placeholdersIn(text);
  const known = [...Object.keys(seeds), ...Object.keys(signatures)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UserError(`Unknown placeholder <${unknown}>: choose from ${known.join(', ')}.`);
  const values: Record<string, string> = {};
  // One after the other, so that what several depend on is created once.
  for (const name of names) {
    const seed = seeds[name];
    if (seed) values[name] = await seed();
  }
  const unsigned = withValues(text, values);
  const { body = '' } = JSON.parse(unsigned) as { body?: string };
  for (const name of names) {
    const sign = signatures[name];
    if (sign) values[name] = await sign(body);
  }
  return { text: withValues(unsigned, values), values };
};
