/** What a terminal would obey instead of showing it: control characters, and those that reverse the direction of text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const SECRETS = /\b((?:test|live)_sk|whsec)_[\w+/=-]+/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const withoutSecrets = (text: string): string => text.replace(SECRETS, '$1_(hidden)');

/** A text of the API as a terminal may show it, on one line and without secrets. */
export const safe = (text: string): string => withoutSecrets(text).replace(CONTROLS, escaped);

/** A value as JSON that a terminal may show, without secrets. @param indent spaces; on one line without them. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'string' ? withoutSecrets(member) : member), indent).replace(
    CONTROLS,
    (character) => (character === '\n' ? character : escaped(character)),
  );
