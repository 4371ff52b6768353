import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { firstAnswer } from '#tests/bench/cloud/first-answer';
import { bundleAsUsual, bundleLines, bundlePeers } from '#tests/bench/peers/bundles';
import { type Benchmark, type Report, rounded } from '#tests/bench/report';
import { medianInTurns } from '#tests/bench/statistics';
import { bundleAll, FLOOR } from './sizes.ts';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 20);

/** The smallest, the median and the largest function of the API, of those that ask the table. */
const chosen = (bundles: readonly Bundle[]): readonly string[] => {
  const api = new Set(listFunctions().flatMap(({ name, file }) => (file.startsWith('functions/api/') ? [name] : [])));
  const bySize = bundles
    .filter(({ name }) => api.has(name) && name !== 'serve-openapi' && MAIN_CASES[name])
    .sort((a, b) => a.bytes - b.bytes)
    .map(({ name }) => name);
  return [bySize[0], bySize[Math.floor(bySize.length / 2)], bySize.at(-1)].filter((name) => name !== undefined);
};

interface Variant {
  readonly bundle: string;
  /** The function whose event it answers; the floor answers anything. */
  readonly functionName?: string;
}

const measureAnswers = async (
  cloud: BenchCloud,
  variants: Readonly<Record<string, Variant>>,
): Promise<Readonly<Record<string, number>>> =>
  medianInTurns(Object.keys(variants), RUNS, async (name) => {
    const { bundle, functionName } = variants[name] as Variant;
    const event = functionName ? await MAIN_CASES[functionName]?.(cloud) : {};
    return (await firstAnswer(bundle, event, cloud.environment)).answeredMs;
  });

const kilobytes = (file: string): number => Math.round(statSync(file).size / 1000);

const compare = async (report: Report, cloud: BenchCloud): Promise<string> => {
  const { folder, bundles } = await bundleAll();
  const deployed = (name: string): string => join(folder, name, 'index.mjs');
  const apps = await bundlePeers();
  const nothing = join(folder, 'nothing.mjs');
  writeFileSync(nothing, 'export const handler = () => ({ statusCode: 200 });');
  const names = chosen(bundles);
  const variants: Record<string, Variant> = {
    'nothing: Node alone': { bundle: nothing },
    'the floor: one GetItem': { bundle: deployed(FLOOR.name) },
  };
  for (const name of names) {
    const source = listFunctions().find((candidate) => candidate.name === name);
    if (!source) throw new RangeError(`No function is called ${name}`);
    variants[`${name}: as deployed`] = { bundle: deployed(name), functionName: name };
    variants[`${name}: bundled as usual`] = { bundle: await bundleAsUsual(source), functionName: name };
    variants[`${name}: in one Express app`] = { bundle: apps.express, functionName: name };
    variants[`${name}: in one Hono app`] = { bundle: apps.hono, functionName: name };
  }
  const medians = await measureAnswers(cloud, variants);
  const floor = medians['the floor: one GetItem'] ?? Number.NaN;
  report.table(
    `Process start to first answer, medians of ${RUNS} runs in turns. The smallest, the median and the largest function.`,
    Object.entries(medians).map(([variant, ms]) => ({
      variant,
      'code kB': kilobytes(variants[variant]?.bundle ?? ''),
      ms: rounded(ms),
      'of the floor': rounded(ms / floor, 2),
    })),
  );
  for (const name of names) {
    const [ours, app] = [medians[`${name}: as deployed`] ?? 0, medians[`${name}: in one Express app`] ?? 0];
    report.note(`${name}: ${rounded(ours / floor, 2)} of the floor, ${rounded(ours / app, 2)} of the Express app.`);
  }
  return names[1] ?? FLOOR.name;
};

/** What each library costs on its own to import, as it is bundled. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'the AWS SDK, DynamoDB': `export { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    export { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';`,
  'the AWS SDK, Secrets Manager beside it': `export { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    export { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
    export { SecretsManagerClient, GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';`,
  middy: `export { default as middy } from '@middy/core'; export { default as json } from '@middy/http-json-body-parser';`,
  valibot: `export { object, string, optional, pipe, picklist, array, safeParse, check, transform } from 'valibot';`,
  jose: `export { jwtVerify } from 'jose/jwt/verify';`,
  'the kit: all of these but Secrets Manager, and shared/http': `export { serve } from './shared/http/serve.ts';`,
};

const breakDown = async (report: Report, cloud: BenchCloud, medianFunction: string): Promise<void> => {
  const { folder } = await bundleAll();
  const bundles: Record<string, string> = { [`${medianFunction}, whole`]: join(folder, medianFunction, 'index.mjs') };
  for (const [name, lines] of Object.entries(LIBRARIES)) {
    bundles[name] = await bundleLines(`part-${Object.keys(bundles).length}`, lines);
  }
  const importMs = await medianInTurns(Object.keys(bundles), RUNS, async (name) => {
    const { importedMs, bootedMs } = await firstAnswer(bundles[name] ?? '', undefined, cloud.environment);
    return importedMs - bootedMs;
  });
  report.table(
    `Milliseconds to import, each alone in a fresh process, medians of ${RUNS}.`,
    Object.entries(importMs).map(([part, ms]) => ({ part, kB: kilobytes(bundles[part] ?? ''), ms: rounded(ms) })),
  );
};

/** Cold starts against the floor and against the same routes in one app. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  measures: 'process start to first answer, against a bare handler and against one app of all routes',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const medianFunction = await compare(report, cloud);
      await breakDown(report, cloud, medianFunction);
    } finally {
      await cloud.stop();
    }
  },
};
