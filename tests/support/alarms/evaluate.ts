/** One value of one series, at its time. */
export interface DataPoint {
  readonly namespace: string;
  readonly metric: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly atMs: number;
  readonly value: number;
}

interface Dimension {
  readonly Name: string;
  readonly Value: string;
}

interface Series {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly Dimension[];
}

/** A metric alarm as its template has it. */
export interface Condition extends Partial<Series> {
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Period?: number;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly Period?: number;
    readonly ReturnData?: boolean;
    readonly MetricStat?: { readonly Metric: Series; readonly Period: number; readonly Stat: string };
  }[];
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData: string;
}

/** The state of an alarm. */
export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/** The seconds of a period. */
export const periodSeconds = ({ Period, Metrics = [] }: Condition): number =>
  Period ?? Metrics.map((one) => one.Period ?? one.MetricStat?.Period).find((period) => period !== undefined) ?? 60;

const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: (values) => values.reduce((total, value) => total + value, 0),
  Maximum: (values) => Math.max(...values),
  Minimum: (values) => Math.min(...values),
  Average: (values) => values.reduce((total, value) => total + value, 0) / values.length,
  p99: (values) => [...values].sort((one, other) => one - other)[Math.ceil(0.99 * values.length) - 1] ?? Number.NaN,
};

const statistic = (name: string, points: readonly DataPoint[]): number | undefined => {
  const of = STATISTICS[name];
  if (!of) throw new TypeError(`The statistic ${name} is not known`);
  return points.length === 0 ? undefined : of(points.map(({ value }) => value));
};

/** The points of one series: those with exactly its dimensions. */
const ofSeries = ({ Namespace, MetricName, Dimensions = [] }: Series, points: readonly DataPoint[]) =>
  points.filter(
    ({ namespace, metric, dimensions }) =>
      namespace === Namespace &&
      metric === MetricName &&
      Object.keys(dimensions).length === Dimensions.length &&
      Dimensions.every(({ Name, Value }) => dimensions[Name] === Value),
  );

const QUERY = /^SELECT (\w+)\((\w+)\) FROM (?:"([^"]+)"|SCHEMA\("([^"]+)", ([\w, ]+)\)) WHERE (.+)$/;

/** What a query of Metrics Insights finds: SUM, a namespace or schema, and conditions of equality. */
const queried = (query: string, points: readonly DataPoint[]): number | undefined => {
  const [, of, metric, anyDimensions, namespace = anyDimensions, schema, where = ''] = QUERY.exec(query) ?? [];
  if (of !== 'SUM') throw new TypeError(`The query is not understood: ${query}`);
  const wanted = where.split(' AND ').map((one) => {
    const [, name = '', value] = /^(\w+) = '([^']+)'$/.exec(one) ?? [];
    if (value === undefined) throw new TypeError(`The condition is not understood: ${one}`);
    return [name, value] as const;
  });
  const names = schema?.split(', ').sort().join();
  const found = points.filter(
    (point) =>
      point.namespace === namespace &&
      point.metric === metric &&
      (names === undefined || Object.keys(point.dimensions).sort().join() === names) &&
      wanted.every(([name, value]) => point.dimensions[name] === value),
  );
  return statistic('Sum', found);
};

/** Metric math with numbers, `IF` and `FILL`: without a value when a metric that is not filled has none. */
const calculated = (expression: string, values: Readonly<Record<string, number | undefined>>): number | undefined => {
  const unfilled = expression.replaceAll(/FILL\((\w+), 0\)/g, '0');
  const ids = Object.keys(values);
  if (ids.some((id) => values[id] === undefined && new RegExp(`\\b${id}\\b`).test(unfilled))) return undefined;
  const script = expression.replaceAll(/FILL\((\w+), 0\)/g, '$1').replaceAll(/\bIF\(/g, 'choose(');
  const choose = (isSo: boolean, then: number, otherwise: number): number => (isSo ? then : otherwise);
  const run = new Function('choose', ...ids, `return ${script}`);
  return run(choose, ...ids.map((id) => values[id] ?? 0));
};

/** The value of a period from the points in it. */
const periodValue = (condition: Condition, points: readonly DataPoint[]): number | undefined => {
  const { Metrics, Namespace, MetricName, Dimensions = [], Statistic, ExtendedStatistic } = condition;
  if (!Metrics) {
    const series = { Namespace: Namespace ?? '', MetricName: MetricName ?? '', Dimensions };
    return statistic(Statistic ?? ExtendedStatistic ?? '', ofSeries(series, points));
  }
  const returned = Metrics.find(({ ReturnData }) => ReturnData !== false)?.Expression ?? '';
  if (returned.startsWith('SELECT ')) return queried(returned, points);
  const values = Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, statistic(MetricStat.Stat, ofSeries(MetricStat.Metric, points))] as const] : [],
  );
  return calculated(returned, Object.fromEntries(values));
};

const COMPARISONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** How many periods before those that must be in trouble CloudWatch looks at, for data that is missing. */
const MORE_PERIODS = 2;

/**
 * The state of an alarm by its latest periods, oldest first; undefined is a period without data. All of
 * `EvaluationPeriods` must be in trouble. Data that is there counts before what is missing. Source: AWS, "Configuring how CloudWatch alarms treat missing data", whose tables the
 * test of this has.
 */
export const stateOf = (
  { EvaluationPeriods: count, TreatMissingData, ...condition }: Condition,
  periods: readonly (number | undefined)[],
  before: AlarmState,
): AlarmState => {
  const isTrouble = COMPARISONS[condition.ComparisonOperator];
  if (!isTrouble) throw new TypeError(`The comparison ${condition.ComparisonOperator} is not known`);
  const there = periods.slice(-(count + MORE_PERIODS)).filter((value) => value !== undefined);
  const latest = there.slice(-count);
  const missing = count - latest.length;
  const inTrouble = latest.filter((value) => isTrouble(value, condition.Threshold)).length;
  switch (TreatMissingData) {
    case 'breaching':
      return inTrouble + missing === count ? 'ALARM' : 'OK';
    case 'notBreaching':
      return inTrouble === count ? 'ALARM' : 'OK';
    case 'ignore':
      if (inTrouble === count) return 'ALARM';
      return inTrouble < latest.length ? 'OK' : before;
    default:
      throw new TypeError(`The treatment ${TreatMissingData} is not known`);
  }
};

/**
 * The states that an alarm goes through, one after each period, from the first that has data.
 *
 * @param periods how many.
 */
export const statesOf = (
  condition: Condition,
  points: readonly DataPoint[],
  { startMs, periods }: { readonly startMs: number; readonly periods: number },
): readonly AlarmState[] => {
  const lengthMs = periodSeconds(condition) * 1000;
  const values = Array.from({ length: periods }, (_, index) => {
    const fromMs = startMs + index * lengthMs;
    return periodValue(
      condition,
      points.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + lengthMs),
    );
  });
  const states: AlarmState[] = [];
  for (const index of values.keys()) {
    states.push(stateOf(condition, values.slice(0, index + 1), states.at(-1) ?? 'INSUFFICIENT_DATA'));
  }
  return states;
};
