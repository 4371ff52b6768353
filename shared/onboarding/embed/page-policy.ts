import { isMatchable } from '#shared/onboarding/widgets/allowed-domains';
import type { WidgetConfig } from '#shared/onboarding/widgets/widget-config';

/** A host as a source of a Content-Security-Policy may write it (CSP 3, 2.3.1): nothing in it can end the source. */
const SOURCE_HOST = /^(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$|^\*(:\d{1,5})?$/;

/**
 * An entry of `allowedDomains` as sources. As in `admitsOrigin`, `http:` covers https as well, and an entry without a
 * port covers any port.
 */
const ancestorOf = (entry: string): string[] => {
  if (!isMatchable(entry) || !SOURCE_HOST.test(entry)) return [];
  return [`http://${entry}${/:\d+$/.test(entry) ? '' : ':*'}`];
};

/**
 * The pages that may frame a widget's page: those of `allowedDomains` and the service's own. Undefined for an empty
 * list, which allows every page, including apps.
 */
export const frameAncestors = (allowedDomains: readonly string[]): string | undefined =>
  allowedDomains.length === 0 ? undefined : ["frame-ancestors 'self'", ...allowedDomains.flatMap(ancestorOf)].join(' ');

/** Where a logo is loaded from: its own origin, or the page itself for a `data:` URL. */
const logoSource = (logoUrl: string): string => {
  const url = URL.parse(logoUrl.trim());
  if (url?.protocol === 'data:') return 'data:';
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && SOURCE_HOST.test(url.host) ? url.origin : "'none'";
};

/** The sources of the inline script and style of a page. */
export interface InlineSources {
  readonly script: string;
  readonly style: string;
}

/**
 * The Content-Security-Policy of a widget's page: its own script and style by their hashes, calls to the API, the
 * widget's logo, and nothing else.
 */
export const pagePolicy = (
  { branding, security }: Pick<WidgetConfig, 'branding' | 'security'>,
  { script, style }: InlineSources,
): string =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    `img-src ${logoSource(branding.logoUrl)}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    frameAncestors(security.allowedDomains) ?? [],
  ]
    .flat()
    .join('; ');
