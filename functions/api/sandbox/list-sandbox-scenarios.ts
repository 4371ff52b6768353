import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { SANDBOX_SCENARIOS, SCENARIO_FIELDS } from '#shared/sources/sandbox/scenarios';
import { listSandboxScenarios } from './list-sandbox-scenarios.contract.ts';

/** GET /v1/sandbox/scenarios */
export const handler = serve(listSandboxScenarios, {
  answer: ({ query }) => {
    const scenarios = SANDBOX_SCENARIOS.map((scenario) => ({
      ...scenario,
      checks: [...scenario.checks],
      where: SCENARIO_FIELDS[scenario.field],
    }));
    return { success: true, ...allOrPage(scenarios, query) };
  },
});
