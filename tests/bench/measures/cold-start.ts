import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACTS } from '#functions/api/contracts';
import type { Bundle } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { touchesTable } from '#shared/http/table-access';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { firstResponse } from '#tests/bench/cloud/first-response';
import type { Row } from '#tests/bench/measured';
import { bundleAsUsual, bundleLines, bundlePeers } from '#tests/bench/peers/bundles';
import { type Benchmark, type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { inTurns, median, medianInTurns } from '#tests/bench/statistics';
import { bundleAll, FLOOR } from './sizes.ts';

const { RUNS, FUNCTIONS } = sized(
  { RUNS: Number(process.env['BENCH_RUNS'] ?? 20), FUNCTIONS: Infinity },
  { RUNS: 1, FUNCTIONS: 3 },
);

/** The functions of the API that call the table in their main case, smallest bundle first. */
const measuredFunctions = (bundles: readonly Bundle[]): readonly string[] => {
  const calling = new Set(CONTRACTS.filter(touchesTable).map(({ name }) => name));
  return bundles
    .filter(({ name }) => calling.has(name) && MAIN_CASES[name])
    .sort((a, b) => a.bytes - b.bytes)
    .map(({ name }) => name)
    .slice(0, FUNCTIONS);
};

const middleOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(list.length / 2)];

interface Variant {
  readonly bundle: string;
  /** The function whose event it handles; the floor handles any event. */
  readonly functionName?: string;
  /** Variables that Lambda sets, besides those of the function. */
  readonly environment?: Readonly<Record<string, string>>;
}

interface Medians {
  readonly ms: number;
  /** Without the time during which a service was responding, which leaves the time of the process itself. */
  readonly ownMs: number;
}

const FLOOR_VARIANT = 'the floor: one GetItem';

/** Every ratio has the floor's median in it, so a turn measures the floor before every ten others. */
const floorBetween = (names: readonly string[]): readonly string[] =>
  names.includes(FLOOR_VARIANT)
    ? names.flatMap((name, index) => (index % 10 === 0 ? [FLOOR_VARIANT, name] : [name]))
    : names;

const measureResponses = async (
  cloud: BenchCloud,
  variants: Readonly<Record<string, Variant>>,
): Promise<(name: string) => Medians> => {
  const measured = await inTurns(floorBetween(Object.keys(variants)), RUNS, async (name): Promise<Medians> => {
    const { bundle, functionName, environment } = variants[name] as Variant;
    const event = functionName ? await MAIN_CASES[functionName]?.(cloud) : {};
    const respondedBeforeMs = cloud.responseMs();
    const { respondedMs } = await firstResponse(bundle, event, { ...cloud.environment, ...environment });
    return { ms: respondedMs, ownMs: respondedMs - (cloud.responseMs() - respondedBeforeMs) };
  });
  const medianOf = (name: string, part: keyof Medians) => median((measured.get(name) ?? []).map((one) => one[part]));
  return (name) => ({ ms: medianOf(name, 'ms'), ownMs: medianOf(name, 'ownMs') });
};

const kilobytes = (file: string): number => Math.round(statSync(file).size / 1000);

const HASHING_FLOOR = 'the floor, and one hash of a password';
const HASHING_FUNCTIONS: readonly string[] = ['log-in', 'sign-up', 'reset-password'];

const rowsOf = (variants: Readonly<Record<string, Variant>>, mediansOf: (name: string) => Medians): readonly Row[] => {
  const floor = mediansOf(FLOOR_VARIANT);
  return Object.entries(variants).map(([variant, { bundle }]) => {
    const { ms, ownMs } = mediansOf(variant);
    return {
      variant,
      'code kB': kilobytes(bundle),
      ms: rounded(ms),
      'of the floor': rounded(ms / floor.ms, 2),
      'own ms': rounded(ownMs),
      "of the floor's own": rounded(ownMs / floor.ownMs, 2),
    };
  });
};

/** The deployed bundle of each function, and what they are compared with: nothing, and the floor. */
const deployedVariants = (folder: string, names: readonly string[]): Record<string, Variant> => {
  const deployed = (name: string): string => join(folder, name, 'index.mjs');
  const nothing = join(folder, 'nothing.mjs');
  writeFileSync(nothing, 'export const handler = () => ({ statusCode: 200 });');
  return {
    'nothing: Node alone': { bundle: nothing },
    [FLOOR_VARIANT]: { bundle: deployed(FLOOR.name) },
    ...Object.fromEntries(names.map((name) => [name, { bundle: deployed(name), functionName: name }])),
  };
};

const compareWithPeers = async (
  report: Report,
  cloud: BenchCloud,
  folder: string,
  names: readonly string[],
): Promise<void> => {
  const apps = await bundlePeers();
  const variants = deployedVariants(folder, names);
  variants['the floor, bundled as usual'] = { bundle: await bundleAsUsual(FLOOR) };
  for (const name of names) {
    const source = listFunctions().find((candidate) => candidate.name === name);
    if (!source) throw new RangeError(`No function is called ${name}`);
    variants[`${name}, bundled as usual`] = { bundle: await bundleAsUsual(source), functionName: name };
    variants[`${name}, in one Express app`] = { bundle: apps.express, functionName: name };
    variants[`${name}, in one Hono app`] = { bundle: apps.hono, functionName: name };
  }
  const mediansOf = await measureResponses(cloud, variants);
  report.table(
    `Process start to first answer, medians of ${RUNS} runs in turns. The smallest, the median and the largest function.`,
    rowsOf(variants, mediansOf),
  );
  for (const name of names) {
    const [ours, floor, app] = [name, FLOOR_VARIANT, `${name}, in one Express app`].map((one) => mediansOf(one).ms);
    const ratio = (of: number | undefined) => rounded((ours ?? Number.NaN) / (of ?? Number.NaN), 2);
    report.note(`${name}: ${ratio(floor)} of the floor, ${ratio(app)} of the Express app.`);
  }
};

/** What Lambda tells a function about the trace of a request: the AWS clients pass it on with every call. */
const traceOf = (sampled: 0 | 1) => ({
  AWS_LAMBDA_FUNCTION_NAME: 'traced',
  _X_AMZN_TRACE_ID: `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=${sampled}`,
});

/** The part of tracing that runs in the function's process. Lambda's own part cannot be measured here. */
const compareTraced = async (report: Report, cloud: BenchCloud, folder: string, functionName: string) => {
  const bundle = join(folder, functionName, 'index.mjs');
  const mediansOf = await measureResponses(cloud, {
    untraced: { bundle, functionName, environment: traceOf(0) },
    traced: { bundle, functionName, environment: traceOf(1) },
  });
  const [untraced, traced] = [mediansOf('untraced').ms, mediansOf('traced').ms];
  report.note(`A traced request of ${functionName} takes ${rounded(traced / untraced, 2)} of an untraced one.`);
};

const compareAll = async (
  report: Report,
  cloud: BenchCloud,
  folder: string,
  names: readonly string[],
): Promise<void> => {
  const variants = deployedVariants(folder, names);
  const hashingFloor = "export { handler } from './tests/bench/entries/floor-with-hash.ts';";
  variants[HASHING_FLOOR] = { bundle: await bundleLines('floor-with-hash', hashingFloor) };
  const mediansOf = await measureResponses(cloud, variants);
  const fastestFirst = Object.fromEntries(
    Object.entries(variants).sort(([one], [other]) => mediansOf(one).ms - mediansOf(other).ms),
  );
  report.table(`Every function, medians of ${RUNS} runs in turns.`, rowsOf(fastestFirst, mediansOf));
  const floor = mediansOf(FLOOR_VARIANT);
  const all = names.map(mediansOf);
  const ofFloor = median(all.map(({ ms }) => ms)) / floor.ms;
  const ownOfFloor = median(all.map(({ ownMs }) => ownMs)) / floor.ownMs;
  report.note(
    `The median of all ${names.length}: ${rounded(ofFloor, 2)} of the floor, ${rounded(ownOfFloor, 2)} without the time of the services.`,
  );
  const hashing = names.filter((name) => HASHING_FUNCTIONS.includes(name));
  const slowestTen = (some: readonly string[]): string => {
    const ratios = some.map((name) => rounded(mediansOf(name).ownMs / floor.ownMs, 2)).sort((a, b) => b - a);
    return `${ratios[Math.min(9, ratios.length - 1)]} to ${ratios[0]}`;
  };
  const unhashed = slowestTen(names.filter((name) => !hashing.includes(name)));
  report.note(`The slowest ten, without it: ${slowestTen(names)}; of those that hash no password, ${unhashed}.`);
  const ofHashingFloor = hashing.map(
    (name) => `${name} ${rounded(mediansOf(name).ownMs / mediansOf(HASHING_FLOOR).ownMs, 2)}`,
  );
  if (hashing.length > 0) report.note(`Of the floor with one hash of a password: ${ofHashingFloor.join(', ')}.`);
};

/** The import cost of each library by itself, in its bundled form. */
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

const breakDown = async (report: Report, cloud: BenchCloud, folder: string, medianFunction: string): Promise<void> => {
  const bundles: Record<string, string> = { [`${medianFunction}, whole`]: join(folder, medianFunction, 'index.mjs') };
  for (const [name, lines] of Object.entries(LIBRARIES)) {
    bundles[name] = await bundleLines(`part-${Object.keys(bundles).length}`, lines);
  }
  const importMs = await medianInTurns(Object.keys(bundles), RUNS, async (name) => {
    const { importedMs, bootedMs } = await firstResponse(bundles[name] ?? '', undefined, cloud.environment);
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
      const { folder, bundles } = await bundleAll();
      const names = measuredFunctions(bundles);
      const chosen = [names[0], middleOf(names), names.at(-1)].filter((name) => name !== undefined);
      await compareWithPeers(report, cloud, folder, chosen);
      await compareTraced(report, cloud, folder, middleOf(names) ?? FLOOR.name);
      await compareAll(report, cloud, folder, names);
      await breakDown(report, cloud, folder, middleOf(names) ?? FLOOR.name);
    } finally {
      await cloud.stop();
    }
  },
};
