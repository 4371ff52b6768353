import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { parseSync } from 'oxc-parser';

/**
 * Leaves the AWS SDK with the one source of credentials that Lambda uses, the environment. Its other providers (files,
 * SSO, processes, web identity, HTTP, instance metadata) would be a third of a bundle and of its load time.
 */
export const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ resolveDir }) => ({
      path: 'environment-credentials',
      namespace: 'environment-credentials-only',
      pluginData: { resolveDir },
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'environment-credentials-only' }, ({ pluginData }) => ({
      contents: `
        import { fromEnv } from '@aws-sdk/credential-provider-env';
        export const defaultProvider = (options) => fromEnv(options);
      `,
      resolveDir: pluginData.resolveDir,
    }));
  },
};

const CONFIG_FILES = /shared-ini-file-loader[\\/]loadSharedConfigFiles\.js$/;

/**
 * Leaves the AWS SDK with the environment for its settings as well. It would look for `~/.aws/config` and
 * `~/.aws/credentials` before the first call of a container, and Lambda has neither.
 */
export const environmentSettingsOnly: Plugin = {
  name: 'environment-settings-only',
  setup(build) {
    build.onLoad({ filter: CONFIG_FILES }, ({ path }) => ({
      contents: `
        export { CONFIG_PREFIX_SEPARATOR } from './constants';
        export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });
      `,
      resolveDir: dirname(path),
    }));
  },
};

/** What the AWS SDK imports when it is needed, and no function of ours needs: browsers' names, and event streams. */
const SDK_PARTS = /^(bowser|@smithy\/core\/event-streams)$/;

/**
 * Leaves out what the SDK would load for a browser or for an operation that streams events: 49 kB that a bundle of one
 * file cannot load late. Whatever does need them fails by name.
 */
export const sdkPartsLeftOut: Plugin = {
  name: 'sdk-parts-left-out',
  setup(build) {
    build.onResolve({ filter: SDK_PARTS }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, namespace: 'sdk-parts-left-out' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'sdk-parts-left-out' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is left out of bundles`)});`,
    }));
  },
};

const BUILTIN = new RegExp(`^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`);

/**
 * Takes Node's own modules through `process.getBuiltinModule`. An ESM import of one reads all of its exports, and some
 * of those are getters that load more: `node:http` so loads undici, for 20 ms of every cold start.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: BUILTIN }, ({ path }) => ({
      path: path.startsWith('node:') ? path : `node:${path}`,
      namespace: 'lazy-builtins',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'lazy-builtins' }, ({ path }) => ({
      // CommonJS, so that each export is read when it is used and not before.
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Our own sources: a constant of a module is a value, and making it changes nothing else. */
const OWN_SOURCE = /\/(functions|shared)\/.*\.ts$/;

/** Initializers that esbuild sees through by itself. */
const PLAIN = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal']);

/** Where the values of a source's module-level constants stand. */
const constantsOf = (file: string, source: string): readonly { readonly start: number; readonly end: number }[] =>
  parseSync(file, source).program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
    return declared.declarations.flatMap(({ init }) => (init && !PLAIN.has(init.type) ? [init] : []));
  });

/**
 * Leaves out the module-level constants that a function does not use: the contracts of the rest of its group, and their
 * schemas. They are made by calls, `v.object(…)` and `contract(…)`, whose declarations say that they have no side
 * effects, but esbuild reads that only within one file (evanw/esbuild#4369).
 */
export const unusedConstantsDropped: Plugin = {
  name: 'unused-constants-dropped',
  setup(build) {
    build.onLoad({ filter: OWN_SOURCE }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      let contents = '';
      let copied = 0;
      for (const { start, end } of constantsOf(path, source)) {
        contents += `${source.slice(copied, start)}/* @__PURE__ */ (() => (${source.slice(start, end)}))()`;
        copied = end;
      }
      return { contents: contents + source.slice(copied), loader: 'ts' };
    });
  },
};

/**
 * Unpacks the list of common passwords when it is bundled instead of in every cold start of a sign-up, for 23 ms of
 * each.
 */
export const passwordsUnpacked: Plugin = {
  name: 'passwords-unpacked',
  setup(build) {
    build.onLoad({ filter: /@zxcvbn-ts\/language-common\/dist\/index\.mjs$/ }, async () => {
      const { dictionary } = await import('@zxcvbn-ts/language-common');
      const text = JSON.stringify(dictionary['passwords-common'].join('\n'));
      return { contents: `export const dictionary = { 'passwords-common': ${text}.split('\\n') };` };
    });
  },
};
