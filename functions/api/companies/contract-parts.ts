import * as v from 'valibot';
import { companyBody } from '#shared/companies/company-body';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, described } from '#shared/platform/described';

/** `data` of a response about one company. */
export const companyDataBody = component(v.object({ company: companyBody }), 'OneCompany', 'A company.');

/** The path of calls about one company. */
export const companyPath = object({ id: described(idText, 'The id of the company (`cmp_`).') });
