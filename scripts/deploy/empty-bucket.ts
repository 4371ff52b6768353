import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { UserError } from '#scripts/local-cloud/user-error';

/**
 * Deletes every version of every object of a bucket, so that CloudFormation can delete it, or of those with a prefix.
 *
 * @throws UserError naming the first object that S3 does not delete.
 */
export const emptyBucket = async (client: S3Client, bucketName: string, prefix?: string): Promise<void> => {
  for (;;) {
    // Always the first page, because what it lists is deleted.
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucketName, Prefix: prefix }),
    );
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucketName, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first) throw new UserError(`${first.Key} in the bucket ${bucketName} could not be deleted: ${first.Message}`);
  }
};
