import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/stage-config';
import type { FilePrefix } from '#shared/platform/capabilities';

/** How long an operator can restore what was removed or replaced. */
const RESTORABLE_DAYS = 30;

/** The same for exports, which may contain data that has since been erased. The minimum that S3 allows. */
const EXPORTS_RESTORABLE_DAYS = 1;

/** The prefix of the keys of exports. */
const EXPORTS: FilePrefix = 'exports';

/**
 * The bucket of customers' files: private, encrypted, reachable only by TLS, and versioned, so that nothing is lost by
 * mistake. CloudFormation chooses its name, because all AWS accounts share the names of buckets.
 */
export const makeFileBucket = (scope: Construct, { protectData, requireTls }: StageConfig): Bucket =>
  new Bucket(scope, 'files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: requireTls,
    versioned: true,
    removalPolicy: protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
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
