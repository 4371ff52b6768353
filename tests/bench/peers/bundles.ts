import { join } from 'node:path';
import { build } from 'esbuild';
import { CONTRACTS } from '#functions/api/contracts';
import { BUNDLE_PLUGINS } from '#scripts/bundle/bundle';
import { type FunctionSource, listFunctions } from '#scripts/bundle/functions';
import { documentMade, pagesMade } from '#scripts/bundle/plugins';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';

const FOLDER = join(STATE_FOLDER, 'bench', 'peers');

/** A bundler's defaults, as CDK's `NodejsFunction` calls it. The document and the pages cannot be made in a bundle. */
const AS_USUAL = {
  absWorkingDir: PROJECT_FOLDER,
  bundle: true,
  minify: true,
  platform: 'node' as const,
  target: 'node24',
  format: 'cjs' as const,
  logLevel: 'error' as const,
  plugins: [documentMade, pagesMade],
};

/** The source of one app with every endpoint, in the given framework. */
const appSource = (framework: 'express' | 'hono'): string => {
  const routes = CONTRACTS.flatMap(({ name, method, route }) => {
    const source = listFunctions().find((candidate) => candidate.name === name);
    // The script of the API reference, a megabyte, is no part of what frameworks are compared by.
    return source && name !== 'serve-docs-renderer' ? [{ method, path: route, file: source.file }] : [];
  });
  return [
    `import { ${framework}App } from '#tests/bench/peers/${framework}';`,
    ...routes.map(({ file }, index) => `import { handler as handler${index} } from './${file}';`),
    `export const handler = ${framework}App([`,
    ...routes.map(({ method, path }, index) => `  { method: '${method}', path: '${path}', handler: handler${index} },`),
    ']);',
  ].join('\n');
};

const buildApp = async (framework: 'express' | 'hono'): Promise<string> => {
  const outfile = join(FOLDER, `${framework}.cjs`);
  const stdin = { contents: appSource(framework), resolveDir: PROJECT_FOLDER, loader: 'ts' as const };
  await build({ ...AS_USUAL, stdin, outfile });
  return outfile;
};

/** Bundles one function in the usual way, without the additions of this project's bundler. */
export const bundleAsUsual = async ({ name, file }: FunctionSource): Promise<string> => {
  const outfile = join(FOLDER, `${name}.cjs`);
  await build({ ...AS_USUAL, entryPoints: [file], outfile });
  return outfile;
};

/** Bundles the peers: every endpoint in one app, each of the two frameworks. */
export const bundlePeers = async (): Promise<{ readonly express: string; readonly hono: string }> => ({
  express: await buildApp('express'),
  hono: await buildApp('hono'),
});

/** Bundles a few lines of source in the same way as functions. */
export const bundleLines = async (name: string, contents: string): Promise<string> => {
  const outfile = join(FOLDER, `${name}.mjs`);
  await build({
    ...AS_USUAL,
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: BUNDLE_PLUGINS,
    stdin: { contents, resolveDir: PROJECT_FOLDER, loader: 'ts' },
    outfile,
  });
  return outfile;
};
