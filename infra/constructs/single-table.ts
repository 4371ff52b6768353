import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { TABLE } from '#shared/db/table';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** The service's one table, as `shared/db/table.ts` describes it. */
export const makeSingleTable = (scope: Construct, stage: StageConfig): Table => {
  const table = new Table(scope, 'table', {
    tableName: resourceName(stage.stage, 'table'),
    partitionKey: text(TABLE.partitionKey),
    sortKey: text(TABLE.sortKey),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: TABLE.timeToLiveAttribute,
    stream: StreamViewType[TABLE.streamView],
    // The key of the AWS account, so that CloudTrail shows who used it.
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage.protectData,
    removalPolicy: stage.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  for (const { name, partitionKey, sortKey, projection } of TABLE.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      projectionType: ProjectionType[projection],
    });
  }
  return table;
};
