import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, described } from '#shared/platform/described';
import { SCENARIO_CHECKS, SCENARIO_MATCHES } from '#shared/sources/sandbox/scenarios';

const scenarioBody = component(
  v.object({
    field: described(v.string(), 'The field that holds the value.'),
    where: described(v.string(), 'Where the field is sent.'),
    match: described(v.picklist(SCENARIO_MATCHES), 'Whether the whole value is compared, or only its beginning.'),
    value: described(v.string(), 'The value; case matters.'),
    outcome: described(v.string(), 'The outcome, as a code.'),
    description: described(v.string(), 'The outcome, in a sentence.'),
    checks: described(
      v.array(v.picklist(SCENARIO_CHECKS)),
      'What the value affects: `applicant` as a whole, a `person`, a module by its id, an endpoint by its ' +
        'name, or `monitoring`.',
    ),
  }),
  'SandboxScenario',
  'A value that makes the simulated sources of the sandbox return a particular outcome.',
);

/** Lists the scenarios of the sandbox. */
export const listSandboxScenarios = contract({
  name: 'list-sandbox-scenarios',
  group: 'sandbox',
  method: 'GET',
  route: '/v1/sandbox/scenarios',
  summary: 'List sandbox scenarios',
  description:
    'Lists every value that leads to something other than a clean outcome, from the table that the simulated ' +
    'sources use. Returns the whole list, or one page of it with `pagination` if `page` or `limit` is sent.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(scenarioBody), 'The scenarios.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: {},
});
