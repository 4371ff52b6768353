/** A colour as its three channels, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The colours of a page that are derived from the customer's accent, in CSS notation. */
export interface AccentColours {
  /** The accent itself: the background of buttons and the progress bar. */
  readonly accent: string;
  /** The text on it: black or white. */
  readonly onAccent: string;
  /** The accent, darkened until it is readable as text on white: links, focus rings, edges of buttons. */
  readonly accentText: string;
  /** The accent, lightened until it is readable as text on the dark background. */
  readonly accentTextOnDark: string;
}

/** The contrast that WCAG 2.2 requires of text (1.4.3, level AA). */
export const TEXT_CONTRAST = 4.5;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** The backgrounds behind text in the accent colour: the darkest light one and the lightest dark one. */
export const GROUNDS = { light: [245, 246, 248], dark: [38, 44, 52] } as const satisfies Record<string, Rgb>;

/** The accent of a page whose own value is not a colour. */
const FALLBACK: Rgb = [31, 78, 121];

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance (WCAG 2.2, definitions). */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of two colours, 1 to 21 (WCAG 2.2, definitions). */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
};

/**
 * Parses hexadecimal digits, with or without `#`: three or six, optionally followed by an opacity, which is ignored.
 */
export const parseHex = (text: string): Rgb | undefined => {
  const digits = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const size = digits.length < 6 ? 1 : 2;
  const channel = (index: number): number => {
    const part = digits.slice(index * size, (index + 1) * size);
    return Number.parseInt(size === 1 ? part + part : part, 16);
  };
  return [channel(0), channel(1), channel(2)];
};

/** A colour in CSS notation. */
export const toHex = (colour: Rgb): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours: `from` at 0, `to` at 1. */
const mixed = (from: Rgb, to: Rgb, share: number): Rgb => {
  const [red, green, blue] = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return [red ?? 0, green ?? 0, blue ?? 0];
};

const STEPS = 32;

/** The colour closest to `from`, in the direction of `towards`, that is readable as text on a background. */
const readable = (colour: Rgb, towards: Rgb, ground: Rgb): Rgb => {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mixed(colour, towards, step / STEPS);
    if (contrast(candidate, ground) >= TEXT_CONTRAST) return candidate;
  }
  return towards;
};

/**
 * Derives the colours of a page from its customer's accent. Whatever the accent, text on it and text in it are
 * readable.
 */
export const accentColours = (accent: string): AccentColours => {
  const colour = parseHex(accent) ?? FALLBACK;
  return {
    accent: toHex(colour),
    onAccent: toHex(contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK),
    accentText: toHex(readable(colour, BLACK, GROUNDS.light)),
    accentTextOnDark: toHex(readable(colour, WHITE, GROUNDS.dark)),
  };
};
