import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { MIN_PASSWORD_LENGTH } from '#shared/auth/passwords/passwords';
import { FONT_FILES } from '#shared/pdf/font-files';
import { bundledSource } from './source-edits.ts';

/**
 * Limits the AWS SDK to the only source of credentials that Lambda uses, the environment. Its other providers (files,
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
 * Limits the AWS SDK to the environment for its settings too. It would otherwise look for `~/.aws/config` and
 * `~/.aws/credentials` before the first call of a container. Lambda has neither.
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

/** Lazy imports of the AWS SDK that no function of ours needs: user-agent parsing and event streams. */
const SDK_PARTS = /^(bowser|@smithy\/core\/event-streams)$/;

/**
 * Leaves out what the SDK would load for a browser or for an operation that streams events: 49 kB that a bundle of one
 * file cannot load lazily. Code that needs it fails with an error that names it.
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

/**
 * Leaves out the SDK's cache of discovered endpoints, 8 kB of data structures: no existing operation of DynamoDB
 * discovers its endpoint. The client still creates a cache, so it stays a class. Using it fails with an error that
 * names it.
 */
export const endpointCacheLeftOut: Plugin = {
  name: 'endpoint-cache-left-out',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, ({ path }) => ({
      path,
      namespace: 'endpoint-cache-left-out',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'endpoint-cache-left-out' }, () => ({
      contents: `
        const leftOut = () => { throw new Error('@aws-sdk/endpoint-cache is left out of bundles'); };
        export class EndpointCache { getEndpoint = leftOut; get = leftOut; set = leftOut; has = leftOut; }
      `,
    }));
  },
};

const HTTP2_HANDLER = /node-http-handler[\\/]dist-es[\\/]node-http2-handler\.js$/;

/**
 * Leaves out the SDK's client of HTTP/2, which is Bedrock's default: we pass a client of HTTP/1.1. esbuild would put it
 * where the cold start of a chat reads it, and loads `node:http2`.
 */
export const http2LeftOut: Plugin = {
  name: 'http2-left-out',
  setup(build) {
    build.onLoad({ filter: HTTP2_HANDLER }, () => ({
      contents: `
        export class NodeHttp2Handler {
          static create(given) {
            if (typeof given?.handle === 'function') return given;
            throw new Error('The HTTP/2 client is left out of bundles');
          }
        }
      `,
    }));
  },
};

/**
 * Leaves out the SDK's bearer tokens, which Bedrock would take instead of a signature: their readers of files make the
 * cold start of a chat load `node:fs/promises`, and are 19 kB. Using one fails with an error that names it.
 */
export const bearerTokensLeftOut: Plugin = {
  name: 'bearer-tokens-left-out',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/token-providers$/ }, ({ path }) => ({
      path,
      namespace: 'bearer-tokens-left-out',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'bearer-tokens-left-out' }, () => ({
      contents: `
        const leftOut = () => { throw new Error('@aws-sdk/token-providers is left out of bundles'); };
        export { leftOut as fromEnvSigningName, leftOut as nodeProvider };
      `,
    }));
  },
};

const STREAMING_PAYLOAD = /isStreamingPayload[\\/]isStreamingPayload\.js$/;

/**
 * Compares the body of a refused call with the streams of Node only, not with those of the web, which Node would load
 * for it: two milliseconds of a cold start whose first write is refused. No function sends a stream.
 */
export const webStreamsLeftOut: Plugin = {
  name: 'web-streams-left-out',
  setup(build) {
    build.onLoad({ filter: STREAMING_PAYLOAD }, ({ path }) => ({
      contents: `
        import { Readable } from 'node:stream';
        export const isStreamingPayload = (request) => request?.body instanceof Readable;
      `,
      resolveDir: dirname(path),
    }));
  },
};

const BUILTIN = new RegExp(`^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`);

/** The exports of a module of Node that an import can name. */
const namesIn = (path: string): readonly string[] =>
  Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^[\w$]+$/.test(name) && name !== 'default');

/**
 * Loads Node's own modules through `process.getBuiltinModule`. An ESM import of one reads all of its exports, some of
 * which load more: `node:http` loads undici that way, for 20 ms of every cold start, and `node:util` worker threads.
 * Even a list of the exports' properties reads some of them, so an import has only the exports that it names.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: BUILTIN }, ({ path, kind }) => ({
      path: path.startsWith('node:') ? path : `node:${path}`,
      namespace: kind === 'import-statement' ? 'lazy-builtins' : 'lazy-builtins-whole',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'lazy-builtins' }, ({ path }) => ({
      contents: [
        `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});`,
        'export default builtin;',
        ...namesIn(path).map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`),
      ].join('\n'),
    }));
    // What `require` and `import()` return is all of the module.
    build.onLoad({ filter: /.*/, namespace: 'lazy-builtins-whole' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Our own sources: a module-level constant is a value without side effects. */
const OWN_SOURCE = /\/(functions|shared)\/.*\.ts$/;

/**
 * Leaves out the module-level constants that a function does not use, such as the schemas of other functions'
 * contracts, and the descriptions of schemas for the API document.
 */
export const ownSourcesTrimmed: Plugin = {
  name: 'own-sources-trimmed',
  setup(build) {
    build.onLoad({ filter: OWN_SOURCE }, ({ path }) => ({
      contents: bundledSource(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** Modules with one export that generates a document. */
const MADE_DOCUMENT = /\/(functions\/api\/openapi-document|shared\/http\/openapi\/event-types)\.ts$/;

const PAGES = /\/web\/assets\.ts$/;
const DOCS = /\/web\/docs-assets\.ts$/;

/** Modules of ours whose contents are generated while bundling, from files that esbuild does not see. */
export const MADE_WHILE_BUNDLED = [MADE_DOCUMENT, PAGES, DOCS] as const;

/**
 * Generates the API document and the list of event types while bundling. They are the same for every stage, and bundled
 * schemas have no descriptions.
 */
export const documentMade: Plugin = {
  name: 'document-made',
  setup(build) {
    build.onLoad({ filter: MADE_DOCUMENT }, async ({ path }) => {
      const [[name, make] = ['', () => undefined]] = Object.entries<() => unknown>(
        await import(pathToFileURL(path).href),
      );
      // A tenth of its size, decompressed on the first request. Quality 11 takes three times as long for 3% less.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      const packed = brotliCompressSync(JSON.stringify(make()), { params }).toString('base64');
      return {
        contents: `
          import { brotliDecompressSync } from 'node:zlib';
          let document;
          export const ${name} = () =>
            (document ??= JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64'))));
        `,
      };
    });
  },
};

const FONT_MODULE = /\/shared\/pdf\/font-files\.ts$/;

const FONT = /\.ttf$/;

/**
 * Puts the fonts of documents, compressed, into the bundles of functions that write documents: 290 kB each instead of
 * 700. esbuild sees their files, so their licence is included.
 */
export const fontsPacked: Plugin = {
  name: 'fonts-packed',
  setup(build) {
    build.onLoad({ filter: FONT_MODULE }, ({ path }) => ({
      contents: `
        ${Object.entries(FONT_FILES)
          .map(([face, file]) => `import ${face} from '${file}';`)
          .join('\n')}
        const unpack = { ${Object.keys(FONT_FILES).join(', ')} };
        export const fontBytes = (face) => unpack[face]();
      `,
      resolveDir: dirname(path),
    }));
    build.onLoad({ filter: FONT }, ({ path }) => {
      // Quality 11 takes twenty times as long for a tenth less.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      const packed = brotliCompressSync(readFileSync(path), { params }).toString('base64');
      return {
        contents: `
          import { brotliDecompressSync } from 'node:zlib';
          export default () => brotliDecompressSync(Buffer.from('${packed}', 'base64'));
        `,
      };
    });
  },
};

/** What the document library needs for pictures and for compressed web fonts (WOFF2). */
const DOCUMENT_PARTS = /^(brotli\/decompress\.js|png-js)$/;

/** Leaves out 480 kB that none of our documents needs. Code that needs it fails with an error that names it. */
export const documentPartsLeftOut: Plugin = {
  name: 'document-parts-left-out',
  setup(build) {
    build.onResolve({ filter: DOCUMENT_PARTS }, ({ path }) => ({ path, namespace: 'document-parts-left-out' }));
    build.onLoad({ filter: /.*/, namespace: 'document-parts-left-out' }, ({ path }) => ({
      contents: `export default function () { throw new Error(${JSON.stringify(`${path} is left out of bundles`)}); }`,
    }));
  },
};

/**
 * Bundles the hosted page, its loader and the API reference together with the functions that serve them. They are texts
 * of those functions, and esbuild does not ship with them.
 */
export const pagesMade: Plugin = {
  name: 'pages-made',
  setup(build) {
    build.onLoad({ filter: PAGES }, async ({ path }) => {
      const { loaderScript, pageAssets } = await import(pathToFileURL(path).href);
      return {
        contents: `
          export const pageAssets = () => (${JSON.stringify(pageAssets())});
          export const loaderScript = () => ${JSON.stringify(loaderScript())};
        `,
      };
    });
    build.onLoad({ filter: DOCS }, async ({ path }) => {
      const { docsPage, docsRenderer } = await import(pathToFileURL(path).href);
      return {
        contents: `
          export const docsPage = () => (${JSON.stringify(docsPage())});
          export const docsRenderer = () => (${JSON.stringify(docsRenderer())});
        `,
      };
    });
  },
};

/**
 * Unpacks the list of common passwords while bundling rather than in every cold start of a sign-up, which saves 23 ms.
 * It stays one text, which is searched, and has only the passwords that are long enough to be chosen.
 */
export const passwordsUnpacked: Plugin = {
  name: 'passwords-unpacked',
  setup(build) {
    build.onLoad({ filter: /@zxcvbn-ts\/language-common\/dist\/index\.mjs$/ }, async () => {
      const { dictionary } = await import('@zxcvbn-ts/language-common');
      const long = dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH);
      return {
        contents: `
          const passwords = ${JSON.stringify(`\n${long.join('\n')}\n`)};
          const includes = (password) => !password.includes('\\n') && passwords.includes('\\n' + password + '\\n');
          export const dictionary = { 'passwords-common': { includes } };
        `,
      };
    });
  },
};
