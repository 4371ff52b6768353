import { keepAccessible } from './accessible.ts';
import type { ApiDocument } from './document.ts';
import { withSamples } from './samples.ts';
import { refuseLiveKeys, sandboxFetch } from './sandbox-only.ts';
import { withShownTags } from './shown-tags.ts';

/** The interface of the renderer's script (https://scalar.com/products/api-references/configuration). */
declare const Scalar: {
  readonly createApiReference: (element: Element, configuration: object) => unknown;
};

/** The renderer's own samples that are hidden, by language. Those in curl and in Python with requests are shown. */
const HIDDEN_CLIENTS = {
  ...Object.fromEntries(
    'c clojure csharp dart fsharp go http java js julia kotlin node objc ocaml php powershell r ruby rust swift'
      .split(' ')
      .map((language) => [language, true]),
  ),
  shell: ['httpie', 'wget'],
  python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
};

/** Nothing of the renderer that another host would answer, and no key that outlives the page. */
const ALONE = {
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  hideClientButton: true,
  withDefaultFonts: false,
};

const say = (message: string): void => {
  const notice = document.getElementById('notice');
  if (notice) notice.textContent = message;
};

const readDocument = async (): Promise<ApiDocument> => {
  const response = await fetch('openapi.json');
  if (!response.ok) throw new Error(`The API document: ${response.status}`);
  return response.json();
};

const show = async (): Promise<void> => {
  const root = document.getElementById('reference') ?? document.body;
  Scalar.createApiReference(root, {
    ...ALONE,
    content: withSamples(withShownTags(await readDocument())),
    authentication: { preferredSecurityScheme: 'secretKey' },
    customFetch: sandboxFetch(window.fetch.bind(window)),
    hideTestRequestButton: root.hasAttribute('data-read-only'),
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: HIDDEN_CLIENTS,
    documentDownloadType: 'none',
    theme: 'default',
  });
};

keepAccessible(document);
refuseLiveKeys(document, say);
show().catch(() => say('The API reference could not be loaded. Load the page again.'));
