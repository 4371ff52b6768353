import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, described } from '#shared/platform/described';
import { SCENARIO_CHECKS, SCENARIO_MATCHES } from '#shared/sources/sandbox/scenarios';

const scenarioBody = component(
  v.object({
    field: described(v.string(), 'What has the value.'),
    where: described(v.string(), 'Where that is sent.'),
    match: described(v.picklist(SCENARIO_MATCHES), 'Whether the value is compared as a whole, or as a beginning.'),
    value: described(v.string(), 'The value; case counts.'),
    outcome: described(v.string(), 'What it leads to, as a code.'),
    description: described(v.string(), 'What it leads to, in a sentence.'),
    checks: described(
      v.array(v.picklist(SCENARIO_CHECKS)),
      'What it leads: `applicant` as a whole, a `person`, a module by its id, an endpoint by its name, or `monitoring`.',
    ),
  }),
  'SandboxScenario',
  'A value that leads the simulated sources of the sandbox to an outcome.',
);

/** Lists the scenarios of the sandbox. */
export const listScenarios = contract({
  name: 'list-scenarios',
  group: 'sandbox',
  method: 'GET',
  route: '/v1/sandbox/scenarios',
  summary: 'List the scenarios of the sandbox',
  description:
    'Every value that leads to another outcome than a clean one, from the table that the simulated sources use. The whole ' +
    'list, or with `page` or `limit` one page of it and `pagination` beside it.',
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
