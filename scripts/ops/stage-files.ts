import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { resourceName } from '#infra/names';
import type { StageName } from '#infra/stage-config';
import { emptyBucket } from '#scripts/deploy/empty-bucket';
import { UserError } from '#scripts/local-cloud/user-error';
import { once } from '#shared/platform/env';

/** A file of the bucket. */
export interface StoredFile {
  /** With its prefix. */
  readonly key: string;
  readonly sizeBytes: number;
}

/** The files of a stage, as an operator counts and removes them. */
export interface StageFiles {
  /** The files whose keys begin with a prefix, however many there are. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Removes every version of these files for good. */
  remove(prefix: string): Promise<void>;
}

/**
 * The name of a stage's bucket, which CloudFormation chose.
 *
 * @throws UserError when the stage is not deployed.
 */
export const bucketOfStage = async (client: Pick<CloudFormationClient, 'send'>, stage: StageName): Promise<string> => {
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: resourceName(stage, 'api') }));
  const name = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'BucketName')?.OutputValue;
  if (name === undefined) throw new UserError(`The stack ${resourceName(stage, 'api')} has no output BucketName.`);
  return name;
};

/** {@link StageFiles} over S3. */
export const makeStageFiles = (client: S3Client, bucketName: () => Promise<string>): StageFiles => {
  const bucket = once(bucketName);
  return {
    list: async function* (prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket: await bucket(), Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        yield* Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, sizeBytes: Size }));
      }
    },
    remove: async (prefix) => emptyBucket(client, await bucket(), prefix),
  };
};
