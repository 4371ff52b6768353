import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, described } from '#shared/platform/described';
import { SCENARIO_CHECKS, SCENARIO_MATCHES } from '#shared/sources/sandbox/scenarios';

const scenarioBody = component(
  v.object({
    field: described(v.string(), 'The name of the field that triggers the scenario.'),
    where: described(v.string(), 'Where to send the field.'),
    match: described(v.picklist(SCENARIO_MATCHES), 'Whether the field must equal the value, or only start with it.'),
    value: described(v.string(), 'The value that triggers the scenario. It is case-sensitive.'),
    outcome: described(v.string(), 'The outcome as a code.'),
    description: described(v.string(), 'The outcome in a sentence.'),
    checks: described(
      v.array(v.picklist(SCENARIO_CHECKS)),
      'What the value affects: the `applicant` as a whole, a `person`, a module (by id), an endpoint (by ' +
        'name), or `monitoring`.',
    ),
  }),
  'SandboxScenario',
  'A field value that makes the simulated sources of the sandbox return a particular outcome.',
);

/** Lists the scenarios of the sandbox. */
export const listSandboxScenarios = contract({
  name: 'list-sandbox-scenarios',
  group: 'sandbox',
  method: 'GET',
  route: '/v1/sandbox/scenarios',
  summary: 'List sandbox scenarios',
  description:
    'Lists every value that leads to an outcome other than a clean one. The simulated sources use the same ' +
    'table. If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(scenarioBody), 'The sandbox scenarios.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: {},
});
