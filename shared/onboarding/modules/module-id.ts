import * as v from 'valibot';
import { component } from '#shared/platform/described';
import { MODULE_IDS } from './modules.ts';

/** The id of a module, as the API shows it. */
export const moduleIdSchema = component(
  v.picklist(MODULE_IDS),
  'ModuleId',
  'A part of the onboarding that applicants fill in and that we check.',
);
