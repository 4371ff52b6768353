import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { inlineAsset, PAGE_HEADERS } from '#shared/http/page';
import { built, once } from './built.ts';

/** The API reference as a page, with the headers that go with it. */
export interface DocsPage {
  readonly html: string;
  /** A hash of it, as an entity tag. */
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The script of the renderer, Scalar, which is the same for every stage. */
export interface DocsRenderer {
  /** A hash of it. */
  readonly version: string;
  /** In Brotli, as base64. */
  readonly packed: string;
}

/** The part of a Fastify application that {@link rendererText} implements. */
interface Route {
  readonly url: string;
  readonly handler: (request: unknown, reply: { header: () => unknown; send: (text: string) => void }) => void;
}

/**
 * The text of the renderer's script. Its package for Fastify has it as the response of a route. The package that has it
 * as a file has 280 dependencies.
 *
 * @throws Error when the package has no such route.
 */
const rendererText = once((): string => {
  const texts: string[] = [];
  const reply = { header: () => reply, send: (text: string) => texts.push(text) };
  const route = ({ url, handler }: Route): void => {
    if (url.endsWith('/js/scalar.js')) handler({}, reply);
  };
  const register = scalar as unknown as (application: object, options: object, done: () => void) => void;
  register({ route }, { configuration: { url: 'openapi.json' } }, () => undefined);
  const [text] = texts;
  if (text === undefined) throw new Error('The package of the renderer has no script');
  // Its source map is not served.
  return text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const rendererVersion = once(() => hashOf(rendererText()));

/** The Content-Security-Policy of the page. The renderer needs `unsafe-inline` for styles. */
const policy = (script: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * The page of the API reference: it reads the API document beside it, and its renderer at `renderer`.
 *
 * @param readOnly whether requests cannot be tried: where the API is on another host.
 */
const docsPageOf = (renderer: string, readOnly: boolean): DocsPage => {
  const script = inlineAsset(built('docs/main.ts', 'esm').text);
  const allowed = policy(script.source);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<title>API reference</title>
<link rel="icon" href="data:,">
<link rel="preload" href="openapi.json" as="fetch" crossorigin>
<style>${built('docs/style.css', 'esm').text}</style>
<script defer src="${renderer}?version=${rendererVersion()}"></script>
</head>
<body>
<noscript>The API reference needs JavaScript. The API document is at <a href="openapi.json">openapi.json</a>.</noscript>
<p id="notice" role="alert"></p>
<div id="reference"${readOnly ? ' data-read-only' : ''}></div>
<script type="module">${script.text}</script>
</body>
</html>
`;
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': `${allowed}; frame-ancestors 'none'` };
  return { html, tag: `"${hashOf(html)}"`, headers };
};

/** The page that `GET /v1/docs` serves. Bundles of functions carry the result (scripts/bundle/plugins.ts). */
export const docsPage: () => DocsPage = once(() => docsPageOf('docs/renderer.js', false));

/** The page and the renderer's script as files, by name. They belong beside the API document, `openapi.json`. */
export const docsFiles = (): Readonly<Record<string, string>> => ({
  'index.html': docsPageOf('renderer.js', true).html,
  'renderer.js': rendererText(),
});

/** The script of the renderer, compressed. Bundles of functions carry the result (scripts/bundle/plugins.ts). */
export const docsRenderer: () => DocsRenderer = once(() => {
  const text = rendererText();
  // Quality 11 takes twenty times as long for a tenth less.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  };
  return { version: rendererVersion(), packed: brotliCompressSync(text, { params }).toString('base64') };
});
