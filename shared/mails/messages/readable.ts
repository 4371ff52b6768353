const clockIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/** `21 November 2026 at 15:03` in a time zone. */
const timeIn = (timeZone: string, timestamp: string): string => {
  const parts = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(new Date(timestamp))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['day']} ${parts['month']} ${parts['year']} at ${parts['hour']}:${parts['minute']}`;
};

/** A time for a recipient: in Lagos, where most recipients are, and in UTC for everybody else. */
export const readableTime = (timestamp: string): string =>
  `${timeIn('Africa/Lagos', timestamp)} in Lagos (${timeIn('UTC', timestamp)} UTC)`;
