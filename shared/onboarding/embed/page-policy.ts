import { isMatchable } from '#shared/onboarding/widgets/allowed-domains';
import type { WidgetConfig } from '#shared/onboarding/widgets/widget-config';

/** A host as a source of a Content-Security-Policy may write it (CSP 3, 2.3.1): nothing that could end the source. */
const SOURCE_HOST = /^(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$|^\*(:\d{1,5})?$/;

/**
 * An entry of `allowedDomains` as a source: `http:` stands for https as well, and an entry without a port for any, as
 * `admitsOrigin` has it.
 */
const ancestorOf = (entry: string): string[] => {
  if (!isMatchable(entry) || !SOURCE_HOST.test(entry)) return [];
  return [`http://${entry}${/:\d+$/.test(entry) ? '' : ':*'}`];
};

/**
 * Which pages may show a widget's page in a frame: those of `allowedDomains` and of the service itself. An empty list
 * admits every page, also of apps, so there is no directive.
 */
export const frameAncestors = (allowedDomains: readonly string[]): string | undefined =>
  allowedDomains.length === 0 ? undefined : ["frame-ancestors 'self'", ...allowedDomains.flatMap(ancestorOf)].join(' ');

/** Where a logo may be loaded from: its own origin, or the page itself for one that is written as `data:`. */
const logoSource = (logoUrl: string): string => {
  const url = URL.parse(logoUrl.trim());
  if (url?.protocol === 'data:') return 'data:';
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && SOURCE_HOST.test(url.host) ? url.origin : "'none'";
};

/** The sources of the script and the style that a page carries within itself. */
export interface InlineSources {
  readonly script: string;
  readonly style: string;
}

/**
 * The Content-Security-Policy of a widget's page: its own script and style by their hashes, calls to the API alone, the
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
