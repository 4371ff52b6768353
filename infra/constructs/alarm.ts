import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { AlarmCondition, AlarmEntry, Threshold } from '#infra/alarms/entry';
import type { Place } from '#infra/alarms/metric-source';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { metricOf } from './metric.ts';

/** One alarm. */
export interface AlarmProps extends Pick<AlarmCondition, 'name' | 'meansToCustomer' | 'periods' | 'missing'> {
  readonly metric: IMetric;
  readonly threshold: Threshold;
  /** The heading of the runbook that says what to do; its name when undefined. */
  readonly heading?: string;
}

/** An entry of the runbook as an alarm of a deployment. */
export const alarmProps = (entry: AlarmEntry, stage: StageConfig, place: Place): AlarmProps => {
  const { name, meansToCustomer, source, minutes, periods, missing, threshold } = entry;
  return {
    name,
    meansToCustomer,
    ...('sameAs' in entry && { heading: entry.sameAs }),
    ...(periods !== undefined && { periods }),
    ...(missing !== undefined && { missing }),
    metric: metricOf(source, place, Duration.minutes(minutes)),
    threshold: typeof threshold === 'function' ? threshold(stage) : threshold,
  };
};

/** The topic of alarms, and their stage. */
export interface AlarmContext {
  readonly stage: StageConfig;
  readonly alarmTopic: ITopic;
}

const MISSING = {
  noTrouble: TreatMissingData.NOT_BREACHING,
  trouble: TreatMissingData.BREACHING,
  noNews: TreatMissingData.IGNORE,
} as const;

/** An alarm that notifies the topic of the stage when trouble begins and when it ends, on a stage that is observed. */
export const makeAlarm = (scope: Construct, props: AlarmProps, { stage, alarmTopic }: AlarmContext): void => {
  if (!stage.observed) return;
  const { name, meansToCustomer, metric, threshold, periods = 1, missing = 'noTrouble', heading = name } = props;
  const isAbove = 'from' in threshold;
  const alarm = new Alarm(scope, `${name}-alarm`, {
    alarmName: resourceName(stage.stage, name),
    alarmDescription: `${meansToCustomer} What to do: docs/operate/alarms.md#${heading}`,
    metric,
    threshold: isAbove ? threshold.from : threshold.below,
    evaluationPeriods: periods,
    comparisonOperator: isAbove
      ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
      : ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: MISSING[missing],
  });
  const notification = new SnsAction(alarmTopic);
  alarm.addAlarmAction(notification);
  alarm.addOkAction(notification);
};
