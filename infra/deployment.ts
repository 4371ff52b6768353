import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import type { TrafficShift } from './constructs/traffic-shift.ts';
import type { StageConfig } from './stage-config.ts';

/** One synthesis: which stage, and where the code of its functions is. */
export interface Deployment {
  readonly stage: StageConfig;
  /** The bundle of a function by its name. */
  readonly codeOf: (functionName: string) => Code;
}

/** The data stack's resources, for all other stacks. */
export interface Foundation {
  readonly table: Table;
  /** The bucket of customers' files. */
  readonly bucket: Bucket;
  /** Where alarms are sent. */
  readonly alarmTopic: ITopic;
}

/** Queues of a stack by name, dead-letter queues as `<name>-dlq`. */
export type Queues = Readonly<Record<string, Queue>>;

/** The resources that functions are given permissions on. */
export interface SharedResources {
  readonly table: Table;
  /** The bucket of customers' files, for stacks whose functions keep or read some. */
  readonly bucket?: Bucket;
  /** Queues that the functions of a stack may send to, by name. */
  readonly queues?: Readonly<Record<string, IQueue>>;
  /** The API's public address, without `/v1`, for functions of the API and those whose mails link to it. */
  readonly apiUrl?: string;
  /** How endpoints pass to a new version; at once when undefined. */
  readonly trafficShift?: TrafficShift;
  /** The queue for events that cannot be published, only for the stack whose functions put events on the bus. */
  readonly unpublishableQueue?: IQueue;
}
