import type { Warning } from '#shared/http/warnings';

/** The ids of the templates, apart from their configurations: whoever only names one needs no more. */
export const TEMPLATE_IDS = [
  'blank',
  'limited_company',
  'business_name',
  'incorporated_trustees',
  'marketplace_seller',
] as const;

/** The warning about a `templateId` that names no template: it is kept, and has no effect. */
export const templateWarnings = (templateId: string | undefined): readonly Warning[] =>
  templateId === undefined || TEMPLATE_IDS.some((id) => id === templateId)
    ? []
    : [{ path: 'templateId', message: `No such template. The templates are: ${TEMPLATE_IDS.join(', ')}` }];
