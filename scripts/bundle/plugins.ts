import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

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
