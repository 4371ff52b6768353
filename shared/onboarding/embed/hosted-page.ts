import { type InlineAsset, PAGE_HEADERS } from '#shared/http/page';
import { MODULE_FIELDS } from '#shared/onboarding/modules/module-fields';
import { fileNeedOf } from '#shared/onboarding/modules/module-files';
import { MODULES } from '#shared/onboarding/modules/modules';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { moduleOrder } from '#shared/onboarding/widgets/widget-config';
import { escapeHtml } from '#shared/platform/escape-html';
import { accentColours } from './colours.ts';
import { PAGE_DATA_ID, PAGE_ROOT_ID, type PageData } from './page-data.ts';
import { pagePolicy } from './page-policy.ts';

const pageData = ({ config }: Pick<Widget, 'config'>, preview: boolean): PageData => ({
  branding: config.branding,
  colours: accentColours(config.branding.accentColor),
  flow: config.flow,
  modules: moduleOrder(config).map((moduleId) => ({
    moduleId,
    required: config.modules[moduleId]?.required ?? false,
    title: MODULES[moduleId].title,
    description: MODULES[moduleId].description,
    fields: MODULE_FIELDS[moduleId],
    files: fileNeedOf(moduleId),
  })),
  requireSignedRequests: config.security.requireSignedRequests,
  preview,
});

/** JSON that cannot close the element that contains it. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A widget's page and its headers. */
export interface HostedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders the page of a widget, with script, style and data inline, so that the first view takes one request.
 *
 * @param preview whether it only shows what applicants would see.
 */
export const hostedPage = (
  widget: Pick<Widget, 'config'>,
  { script, style }: { readonly script: InlineAsset; readonly style: InlineAsset },
  preview: boolean,
): HostedPage => {
  const { branding } = widget.config;
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${branding.welcomeTitle} – ${branding.brandName}`)}</title>
<style>${style.text}</style>
</head>
<body>
<div id="${PAGE_ROOT_ID}"></div>
<noscript>This form needs JavaScript. Turn it on in your browser, then load the page again.</noscript>
<script type="application/json" id="${PAGE_DATA_ID}">${jsonInHtml(pageData(widget, preview))}</script>
<script type="module">${script.text}</script>
</body>
</html>
`,
    headers: {
      ...PAGE_HEADERS,
      'Content-Security-Policy': pagePolicy(widget.config, { script: script.source, style: style.source }),
    },
  };
};
