import type { BaseIssue } from 'valibot';

type Issue = BaseIssue<unknown>;

/** The unit of a length: `entries` of a list, `characters` of a text. */
const unitOf = (input: unknown): string => (Array.isArray(input) ? 'entries' : 'characters');

/** The values in valibot's `("a" | "b")`. */
const valuesOf = (expected: string | null): string => (expected ?? '').replace(/[()"]/g, '').replaceAll(' | ', ', ');

/**
 * The message of each kind of issue, by its valibot type, unless the schema has its own. It never contains the value
 * that was sent: an error must not carry a password or an address into somebody's log.
 */
const MESSAGES: Readonly<Record<string, (issue: Issue) => string>> = {
  string: () => 'Must be a string',
  number: () => 'Must be a number',
  boolean: () => 'Must be true or false',
  array: () => 'Must be an array',
  object: () => 'Must be an object',
  record: () => 'Must be an object',
  literal: ({ expected }) => `Must be ${valuesOf(expected)}`,
  picklist: ({ expected }) => `Must be one of: ${valuesOf(expected)}`,
  union: () => 'Has a type that is not allowed here',
  integer: () => 'Must be a whole number',
  min_value: ({ requirement }) => `Must be ${requirement} or more`,
  max_value: ({ requirement }) => `Must be ${requirement} or less`,
  min_length: ({ requirement, input }) =>
    requirement === 1 ? 'Must not be empty' : `Must have at least ${requirement} ${unitOf(input)}`,
  max_length: ({ requirement, input }) => `Must have at most ${requirement} ${unitOf(input)}`,
  max_entries: ({ requirement }) => `Must have at most ${requirement} entries`,
  hex_color: () => 'Must be a hex colour such as #1a2b3c',
};

/** The message of an issue whose schema has no message of its own. */
export const messageOf = (issue: Issue): string =>
  issue.input === undefined ? 'Required' : (MESSAGES[issue.type]?.(issue) ?? 'Is not valid');
