import {
  effectOf,
  kindOf,
  REPORTED_KINDS,
  type ReportedKind,
  statableSeverities,
} from '#shared/monitoring/vendors/event-kinds';

const HEADING = `# Monitoring events

The ${REPORTED_KINDS.length} kinds of events that change the score of a vendor: what each means, how serious it is, and what it adds to
the score or takes from it. How events come about and what follows from them is in [monitoring.md](monitoring.md).

A score stays within 0 to 100: at the bottom an event takes less than its kind says, or nothing. Media mentions are the
kinds with a sentiment.

<!-- Generated from shared/monitoring/vendors/event-kinds.ts; \`npm run test:unit -- -u\` updates it. -->
`;

const signed = (deltaHundredths: number): string => {
  const points = deltaHundredths / 100;
  return points > 0 ? `+${points}` : `−${-points}`;
};

const seriousness = (kind: ReportedKind): readonly [severities: string, points: string] => {
  const stated = statableSeverities(kind);
  const effects = stated.length === 0 ? [effectOf(kind, undefined)] : stated.map((one) => effectOf(kind, one));
  const usual = effectOf(kind, undefined).severity;
  const shown = effects.map(({ severity }) =>
    stated.length > 0 && severity === usual ? `\`${severity}\` (default)` : `\`${severity}\``,
  );
  return [shown.join(', '), effects.map(({ deltaHundredths }) => signed(deltaHundredths)).join(', ')];
};

const row = (kind: ReportedKind): string => {
  const [severities, points] = seriousness(kind);
  const { title, meaning, sentiment } = kindOf(kind);
  const mention = sentiment === undefined ? '' : sentiment;
  return `| \`${kind}\` | ${title} | ${severities} | ${points} | ${mention} | ${meaning} |`;
};

/** The page about the kinds of monitoring events. */
export const renderEventReference = (): string =>
  [
    HEADING,
    '| kind | title of its alerts | severity | points | sentiment | what it means |',
    '|---|---|---|---|---|---|',
    ...REPORTED_KINDS.map(row),
    '',
  ].join('\n');
