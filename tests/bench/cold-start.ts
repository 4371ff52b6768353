import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { environmentOf } from '#infra/environment';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { type FunctionSource, listFunctions } from '#scripts/bundle/functions';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';

/*
 * What a cold start spends on loading each function's code: the bundle as deployed, beside what esbuild makes of the
 * same file on its own. Milliseconds are of this machine; the ratios carry over.
 */

const RUNS = 7;
const FOLDERS = { deployed: join(STATE_FOLDER, 'bench', 'deployed'), plain: join(STATE_FOLDER, 'bench', 'plain') };

const environment = {
  ...LOCAL_AWS_ENVIRONMENT,
  ...environmentOf(
    { table: 'readWrite', secrets: ['signing', 'pepper', 'vault'], mail: true, queues: ['deliveries'], bus: true },
    localStage(undefined),
    { tableName: 'bench', deliveryQueueUrl: 'http://127.0.0.1/none' },
  ),
};

const bundlePlainly = (functions: FunctionSource[]) =>
  build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: Object.fromEntries(functions.map(({ name, file }) => [`${name}/index`, file])),
    outdir: FOLDERS.plain,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    // Packages that it takes as CommonJS ask for Node's own modules by `require`.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Milliseconds that a fresh process takes to import the file; the median of several. */
const importMs = (file: string): number => {
  const script = `const t = performance.now(); await import('${pathToFileURL(file)}'); console.log(performance.now() - t); process.exit();`;
  const once = (): number =>
    Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env: environment }));
  return median(Array.from({ length: RUNS }, once));
};

const measure = (folder: string, name: string): { kilobytes: number; ms: number } => {
  const file = join(folder, name, 'index.mjs');
  return { kilobytes: statSync(file).size / 1000, ms: importMs(file) };
};

const functions = listFunctions();
await Promise.all([bundleFunctions(functions, FOLDERS.deployed), bundlePlainly(functions)]);
const rows = functions.map(({ name }) => {
  const [deployed, plain] = [measure(FOLDERS.deployed, name), measure(FOLDERS.plain, name)];
  return {
    function: name,
    'deployed kB': Math.round(deployed.kilobytes),
    'deployed ms': Number(deployed.ms.toFixed(1)),
    'plain kB': Math.round(plain.kilobytes),
    'plain ms': Number(plain.ms.toFixed(1)),
    'ms ratio': Number((deployed.ms / plain.ms).toFixed(2)),
  };
});
console.table(rows.sort((a, b) => b['deployed ms'] - a['deployed ms']));
