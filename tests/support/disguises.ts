const BASE64_GROUP = 3;

/**
 * The Base64 forms of a text that is encoded within a longer one. There is one for each of the three offsets in a group
 * at which it may begin, without the characters that also depend on neighbouring text.
 */
const base64Forms = (text: string): string[] => {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const after = (BASE64_GROUP - ((before + bytes.length) % BASE64_GROUP)) % BASE64_GROUP;
    const encoded = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(after)]).toString('base64');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(first, last);
  });
};

/**
 * The forms in which a text may occur in a log line: as it is, in JSON, URL-encoded, and in both alphabets of Base64,
 * alone or within a longer text.
 */
const disguisesOf = (text: string): readonly string[] => {
  const base64 = base64Forms(text);
  const base64Url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  return [
    ...new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), form, ...base64, ...base64Url]),
  ];
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Whether a line contains a text in any of its forms. A form between digits or letters does not count: six digits in
 * the middle of an id are not a code.
 */
export const holds = (line: string, text: string): boolean => {
  const [plain = '', ...others] = disguisesOf(text);
  return (
    new RegExp(`(?<![0-9A-Za-z])${escaped(plain)}(?![0-9A-Za-z])`, 'i').test(line) ||
    others.some((form) => line.includes(form))
  );
};
