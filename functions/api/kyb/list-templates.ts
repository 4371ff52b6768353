import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { WIDGET_TEMPLATES } from '#shared/onboarding/widgets/templates';
import { listTemplates } from './list-templates.contract.ts';

/** GET /v1/kyb/templates */
export const handler = serve(listTemplates, {
  answer: ({ query }) => ({ success: true, ...allOrPage(WIDGET_TEMPLATES, query) }),
});
