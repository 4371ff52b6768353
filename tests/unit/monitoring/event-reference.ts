import {
  effectOf,
  kindOf,
  REPORTED_KINDS,
  type ReportedKind,
  statableSeverities,
} from '#shared/monitoring/vendors/event-kinds';

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

/** A line for each kind of event, in Markdown: its severity, the points that it adds or takes, and its meaning. */
export const kindList = (): string =>
  REPORTED_KINDS.map((kind) => {
    const [severities, points] = seriousness(kind);
    return `- \`${kind}\` (${severities}; ${points}): ${kindOf(kind).meaning}`;
  }).join('\n');
