import type { Warning } from '#shared/http/warnings';

/** The ids of the templates, without their configurations. */
export const TEMPLATE_IDS = [
  'blank',
  'limited_company',
  'business_name',
  'incorporated_trustees',
  'marketplace_seller',
] as const;

/** The warning about a `templateId` that is not the id of a template. It is stored, and has no effect. */
export const templateWarnings = (templateId: string | undefined): readonly Warning[] =>
  templateId === undefined || TEMPLATE_IDS.some((id) => id === templateId)
    ? []
    : [{ path: 'templateId', message: `No such template. The templates are: ${TEMPLATE_IDS.join(', ')}` }];
