/** The value that a flood fills a field with, as JSON text of about this many bytes. */
type Payload = (bytes: number) => string;

const filled = (open: string, entry: (index: number) => string, close: string) => (bytes: number) => {
  const entries: string[] = [];
  for (let length = 0, index = 0; ; index += 1) {
    const text = entry(index);
    length += text.length + 1;
    if (length > bytes - 2) break;
    entries.push(text);
  }
  return `${open}${entries.join(',')}${close}`;
};

const nested =
  (open: string, close: string): Payload =>
  (bytes) => {
    const depth = Math.floor(bytes / (open.length + close.length + 1));
    return `${open.repeat(depth)}0${close.repeat(depth)}`;
  };

const repeated =
  (unit: string): Payload =>
  (bytes) =>
    `"${unit.repeat(Math.floor((bytes - 2) / Buffer.byteLength(unit)))}"`;

/** Characters by which e-mail addresses, domains, addresses and numbers are recognised. */
const TELLING = 'a1.-@,:/*<>%_ ';

/** The floods by name, in families: texts, duplicates, distinct values, depth. */
export const FLOOD_FAMILIES: readonly Readonly<Record<string, Payload>>[] = [
  {
    'one letter': repeated('x'),
    'letters of four bytes': repeated('🔒'),
    'telling characters': repeated(TELLING),
    spaces: repeated(' '),
    'half characters': repeated('\\ud800'),
  },
  {
    'one text over and over': filled('[', () => '"cac_verification"', ']'),
    'one number over and over': filled('[', () => '7', ']'),
    'one key over and over': filled('{', () => '"business_profile":{"enabled":1}', '}'),
    'empty objects': filled('[', () => '{}', ']'),
  },
  {
    'distinct numbers': filled('[', String, ']'),
    'distinct texts': filled('[', (index) => `"${index}"`, ']'),
    'distinct keys': filled('{', (index) => `"k${index}":0`, '}'),
  },
  {
    'arrays in arrays': nested('[', ']'),
    'objects in objects': nested('{"a":', '}'),
  },
];
