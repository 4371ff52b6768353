import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

/** One alarm. */
export interface AlarmProps {
  /** What is in trouble, and how, for example `plans-dead-letters`. */
  readonly name: string;
  /** What it means to customers, which the recipient should read first. */
  readonly meansToCustomer: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value and above. */
  readonly from: number;
  /** How many consecutive periods of the metric must reach it; 1 when undefined. */
  readonly periods?: number;
  /** Whether missing data also sets the alarm off. */
  readonly missingIsTrouble?: true;
}

/** The topic of alarms, and their stage. */
export interface AlarmContext {
  readonly stage: StageConfig;
  readonly alarmTopic: ITopic;
}

/** An alarm that notifies the topic of the stage when trouble begins and when it ends, on a stage that is observed. */
export const makeAlarm = (scope: Construct, props: AlarmProps, { stage, alarmTopic }: AlarmContext): void => {
  if (!stage.observed) return;
  const alarm = new Alarm(scope, `${props.name}-alarm`, {
    alarmName: resourceName(stage.stage, props.name),
    alarmDescription: `${props.meansToCustomer} What to do: docs/operate/alarms.md, ${props.name}.`,
    metric: props.metric,
    threshold: props.from,
    evaluationPeriods: props.periods ?? 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: props.missingIsTrouble ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  const notification = new SnsAction(alarmTopic);
  alarm.addAlarmAction(notification);
  alarm.addOkAction(notification);
};
