import type { Environment } from '#shared/platform/environments';

/** How far a feed has been read: the number of the last event, for each environment that is read. */
export type FeedPosition = Readonly<Partial<Record<Environment, number>>>;

/** What a position looks like as a text: `live-12`, `sandbox-3`, or `live-12_sandbox-3`. */
export const FEED_POSITION = /^(live-\d{1,12}(_sandbox-\d{1,12})?|sandbox-\d{1,12})$/;

/** The highest number of a position, which no event has: a position behind the end of a feed is taken for its end. */
export const POSITION_BEHIND_END = 999_999_999_999;

/** The longest position. */
export const MAX_POSITION_LENGTH = 40;

/** The position of a text of that form. */
export const fromPositionText = (text: string): FeedPosition =>
  Object.fromEntries(
    text.split('_').map((part) => {
      const [environment, number] = part.split('-');
      return [environment, Number(number)];
    }),
  );

/** A position as a text. Each environment that is read is in it. */
export const toPositionText = (position: FeedPosition): string =>
  (['live', 'sandbox'] as const)
    .flatMap((environment) => (position[environment] === undefined ? [] : [`${environment}-${position[environment]}`]))
    .join('_');
