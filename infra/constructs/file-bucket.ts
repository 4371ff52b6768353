import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/stage-config';
import type { FilePrefix } from '#shared/platform/capabilities';

/** How long what was removed or replaced can still be restored by an operator. */
const RESTORABLE_DAYS = 30;

/** The same of exports, which hold what may have been erased since. The least that S3 allows. */
const EXPORTS_RESTORABLE_DAYS = 1;

/** The first part of the keys of exports. */
const EXPORTS: FilePrefix = 'exports';

/**
 * The bucket of customers' files: private, encrypted, reached by TLS alone, and versioned, so that nothing is lost by a
 * mistake. Its name is CloudFormation's, because names of buckets are shared by all accounts of AWS.
 */
export const makeFileBucket = (scope: Construct, { protectData, requireTls }: StageConfig): Bucket =>
  new Bucket(scope, 'files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: requireTls,
    versioned: true,
    removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    lifecycleRules: [
      {
        id: 'remove-what-was-not-kept',
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(RESTORABLE_DAYS),
        expiredObjectDeleteMarker: true,
      },
      {
        id: 'remove-exports-for-good',
        prefix: `${EXPORTS}/`,
        noncurrentVersionExpiration: Duration.days(EXPORTS_RESTORABLE_DAYS),
      },
    ],
  });
