import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

/** One alarm. */
export interface AlarmProps {
  /** What is in trouble, and how, e.g. `plans-dead-letters`. */
  readonly name: string;
  /** What it means to customers: the first thing that the recipient should know. */
  readonly meansToCustomer: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value and above. */
  readonly from: number;
  /** For this many consecutive periods of the metric; 1 when undefined. */
  readonly periods?: number;
  /** Whether missing data is trouble too. */
  readonly missingIsTrouble?: true;
}

/** Where alarms go, and to which stage they belong. */
export interface AlarmContext {
  readonly stage: StageConfig;
  readonly alarmTopic: ITopic;
}

/** An alarm that notifies the topic of the stage when trouble begins and when it is over. */
export const makeAlarm = (scope: Construct, props: AlarmProps, { stage, alarmTopic }: AlarmContext): Alarm => {
  const alarm = new Alarm(scope, `${props.name}-alarm`, {
    alarmName: resourceName(stage.stage, props.name),
    alarmDescription: `${props.meansToCustomer} What to do: docs/operate/alarms.md, ${props.name}.`,
    metric: props.metric,
    threshold: props.from,
    evaluationPeriods: props.periods ?? 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: props.missingIsTrouble ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  const tell = new SnsAction(alarmTopic);
  alarm.addAlarmAction(tell);
  alarm.addOkAction(tell);
  return alarm;
};
