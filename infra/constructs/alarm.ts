import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

/** One alarm. */
export interface AlarmProps {
  /** Of what and which trouble, e.g. `plans-dead-letters`. */
  readonly name: string;
  /** What it means to customers: the first thing that whoever is woken should know. */
  readonly meansToCustomer: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value and above. */
  readonly from: number;
  /** For this many periods of the metric on end; 1 when undefined. */
  readonly periods?: number;
  /** Whether silence is trouble too. */
  readonly missingIsTrouble?: true;
}

/** Where alarms go, and of which stage they are. */
export interface AlarmContext {
  readonly stage: StageConfig;
  readonly alarmTopic: ITopic;
}

/** An alarm that says on the topic of the stage when trouble begins and when it is over. */
export const makeAlarm = (scope: Construct, props: AlarmProps, { stage, alarmTopic }: AlarmContext): Alarm => {
  const alarm = new Alarm(scope, `${props.name}-alarm`, {
    alarmName: resourceName(stage.stage, props.name),
    alarmDescription: `${props.meansToCustomer} What to do: docs/deploying.md, ${props.name}.`,
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
