import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { widgetPath } from './contract-parts.ts';

const widgetPreviewBody = component(
  v.object({
    url: described(v.string(), 'The URL of the preview.'),
    expiresAt: described(v.string(), 'When the URL expires.', DATE_TIME),
  }),
  'WidgetPreview',
  "The URL of a widget's preview.",
);

/** Creates a link that shows a widget's page to its owner, whatever its status. */
export const previewWidget = contract({
  name: 'preview-widget',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets/{id}/preview',
  summary: 'Preview a widget',
  description:
    "Returns a URL that shows the hosted page as applicants would see it, whatever the widget's status. The " +
    'page is marked as a preview: it creates no applicant, charges nothing and stores nothing. Anyone with ' +
    'the URL can open it for 15 minutes.',
  caller: 'account',
  path: widgetPath,
  success: {
    200: v.object({ success: succeeded, data: widgetPreviewBody }),
  },
  errors: ['WIDGET_NOT_FOUND'],
  touches: { reads: ['widget'], uses: ['vault'] },
});
