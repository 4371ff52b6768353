import { describe, expect, test } from 'vitest';
import { STAGES } from '#infra/stage-config';
import { resourcesOf, settingsOf, synthesize } from './synthesis.ts';

describe.each(STAGES)('the bucket of %s', (stage) => {
  const [bucket, ...others] = resourcesOf(synthesize(stage), 'AWS::S3::Bucket');

  test('is the only one, private, encrypted and versioned, and owned only by its account', () => {
    expect(others).toEqual([]);
    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      VersioningConfiguration: { Status: 'Enabled' },
    });
  });

  test('expires only incomplete uploads, files removed a month ago, and day-old exports', () => {
    const [rule, ...rules] = bucket?.Properties.LifecycleConfiguration.Rules ?? [];
    expect(rules).toEqual([
      {
        Id: 'remove-exports-for-good',
        Prefix: 'exports/',
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
    ]);
    expect(rule).toMatchObject({
      Status: 'Enabled',
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 30 },
    });
    expect(rule).not.toHaveProperty('ExpirationInDays');
  });

  test('outlives its stage where the data does', () => {
    expect(bucket?.DeletionPolicy).toBe(settingsOf(stage).protectData ? 'RetainExceptOnCreate' : 'Delete');
  });

  test('is reached only over TLS', () => {
    const policies = resourcesOf(synthesize(stage), 'AWS::S3::BucketPolicy');
    const statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    const denied = statements.filter(({ Effect }) => Effect === 'Deny');
    expect(denied.map(({ Condition }) => Condition)).toEqual(
      settingsOf(stage).requireTls ? [{ Bool: { 'aws:SecureTransport': 'false' } }] : [],
    );
    expect(statements).toEqual(denied);
  });
});
