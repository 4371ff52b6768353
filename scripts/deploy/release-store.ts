import { gunzipSync, gzipSync } from 'node:zlib';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';
import type { StageName } from '#infra/stage-config';
import { ReleaseSchema, type ReleaseStore } from './release.ts';

/** How many releases of a stage are kept. */
const KEPT = 10;

/** The releases of a stage in the bootstrap's bucket, beside the bundles and templates that the CDK keeps there. */
export const makeReleaseStore = (client: S3Client, Bucket: string, stage: StageName): ReleaseStore => {
  const Prefix = `kyb-service/${stage}/releases/`;

  const list = async (): Promise<readonly string[]> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.map(({ Key = '' }) => Key)
      .sort()
      .reverse();
  };

  const remove = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const Objects = ids.map((Key) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  };

  return {
    list,
    remove,
    load: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      return v.parse(ReleaseSchema, JSON.parse(gunzipSync(bytes).toString()));
    },
    save: async (release) => {
      const Key = `${Prefix}${release.deployedAt}.json.gz`;
      await client.send(new PutObjectCommand({ Bucket, Key, Body: gzipSync(JSON.stringify(release)) }));
      await remove((await list()).slice(KEPT));
    },
  };
};
