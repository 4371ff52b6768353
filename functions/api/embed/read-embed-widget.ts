import { OPENING_STATUSES, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { MODULE_FIELDS } from '#shared/onboarding/modules/module-fields';
import { MODULES } from '#shared/onboarding/modules/modules';
import { moduleOrder } from '#shared/onboarding/widgets/widget-config';
import { readEmbedWidget } from './read-embed-widget.contract.ts';

/** Returns what the applicant's browser needs to show a widget, without the owner's rules for decisions. */
export const handler = serveEmbed(
  readEmbedWidget,
  {
    tokenOf: ({ path }) => path.token,
    statuses: OPENING_STATUSES,
    reads: true,
    unknownToken: 'WIDGET_NOT_FOUND',
  },
  {
    answer: ({ caller: { widget } }) => {
      const { id: widgetId, name, environment, config } = widget;
      const modules = moduleOrder(config).map((moduleId) => ({
        moduleId,
        required: config.modules[moduleId]?.required ?? false,
        title: MODULES[moduleId].title,
        description: MODULES[moduleId].description,
        fields: [...MODULE_FIELDS[moduleId]],
      }));
      const { branding, flow } = config;
      return { success: true, data: { widgetId, name, environment, branding, flow, modules } } as const;
    },
  },
);
