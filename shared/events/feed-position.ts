import type { Environment } from '#shared/platform/environments';

/** How far a feed has been read: the number of the last event, for each environment that is read. */
export type FeedPosition = Readonly<Partial<Record<Environment, number>>>;

/** The form of a position as a text: `live-12`, `sandbox-3`, or `live-12_sandbox-3`. */
export const FEED_POSITION = /^(live-\d{1,12}(_sandbox-\d{1,12})?|sandbox-\d{1,12})$/;

/** The highest number of a position, which no event has. A position beyond the end of a feed is treated as its end. */
export const POSITION_BEYOND_END = 999_999_999_999;

/** Maximum length of a position. */
export const MAX_POSITION_LENGTH = 40;

/** Parses a position from a text of that form. */
export const fromPositionText = (text: string): FeedPosition =>
  Object.fromEntries(
    text.split('_').map((part) => {
      const [environment, number] = part.split('-');
      return [environment, Number(number)];
    }),
  );

/** A position as a text, with each environment that is read. */
export const toPositionText = (position: FeedPosition): string =>
  (['live', 'sandbox'] as const)
    .flatMap((environment) => (position[environment] === undefined ? [] : [`${environment}-${position[environment]}`]))
    .join('_');
