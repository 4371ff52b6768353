import type { Resources } from '#client/src/api-methods';
import type { SandboxScenario } from '#client/src/api-types';
import { type Command, connect, type Given, SHOWING, textOf } from '#client/src/cli/command';
import { outcomeOf, submitApplicant } from '#client/src/cli/onboarding';
import { printObject, printObjects, say } from '#client/src/cli/print';
import { environmentOf } from '#client/src/cli/profiles';
import { safe } from '#client/src/cli/safe-text';
import type { ApiObject } from '#client/src/cli/table';
import type { World } from '#client/src/cli/world';
import { KybError } from '#client/src/errors';
import { UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';

const TEST_EVENT = 'webhook.test';

/** Sends the test event to one registration, or to every active one. @returns the deliveries. */
const sendTests = async ({ webhooks }: Resources, given: Given): Promise<readonly ApiObject[]> => {
  const ids = [textOf(given, 'webhook')].filter((id) => id !== undefined);
  if (ids.length === 0) for await (const { id, isActive } of webhooks.list({ limit: 100 })) if (isActive) ids.push(id);
  if (ids.length === 0) throw new UserError('No webhook registration is active: register an endpoint first.');
  const sent = await Promise.all(ids.map((id) => webhooks.test(id)));
  return sent.map(({ data }) => data as unknown as ApiObject);
};

/** Adds the company that a number stands for, or finds it where the account has it already. */
const addedCompany = async ({ companies }: Resources, rcNumber: string): Promise<string> => {
  try {
    return (await companies.add({ rcNumber })).data.company.id;
  } catch (error) {
    const isKept = error instanceof KybError && error.code === 'COMPANY_EXISTS' && error.details;
    if (!isKept) throw error;
    return isKept.companyId;
  }
};

/** Leads an applicant, or a company where only that can have the value, to the outcome of a scenario. */
const triggered = async (world: World, kyb: Resources, scenario: SandboxScenario): Promise<ApiObject> => {
  const { value, outcome } = scenario;
  const moduleId = scenario.checks.find((check) => check.includes('_'));
  if (moduleId === undefined && !scenario.checks.includes('applicant'))
    return { scenario: value, outcome, companyId: await addedCompany(kyb, value) };
  const applicantId = await submitApplicant(kyb, scenario, moduleId, (step) => say(world, step));
  if (outcome === 'pending') return { scenario: value, outcome, applicantId };
  say(world, 'Waiting for the decision ...');
  const { status, riskScore, decisionReason } = await outcomeOf(world, kyb, applicantId);
  return { scenario: value, outcome, applicantId, status, riskScore, decisionReason };
};

const scenarioNamed = (scenarios: readonly SandboxScenario[], name: string): SandboxScenario => {
  const found = scenarios.find(({ value }) => value === name);
  if (found) return found;
  throw new UsageError(`There is no scenario '${safe(name)}': \`kyb trigger --list\` shows them.`);
};

/** `kyb trigger`. */
export const TRIGGER: Command = {
  usage: {
    command: 'kyb trigger',
    does: `Leads an applicant or a company of the sandbox to an outcome: creates it with the value of a scenario, fills in the form,
submits it and waits for the decision. \`${TEST_EVENT}\` sends the test event to your webhook registrations.`,
    words: {
      name: '<scenario>',
      help: `the value of a scenario, such as SANDBOX_REVIEW, or ${TEST_EVENT}`,
      count: 'at most one',
    },
    options: {
      list: { help: 'shows the scenarios' },
      webhook: { value: '<id>', help: `the registration that ${TEST_EVENT} is sent to (default: every active one)` },
      ...SHOWING,
    },
  },
  words: [TEST_EVENT],
  run: async (world, given) => {
    const [name] = given.words;
    const isListing = given.options['list'] === true;
    if (name === undefined && !isListing)
      throw new UsageError('A scenario is missing: `kyb trigger --list` shows them.');
    const { kyb, key } = await connect(world, given);
    if (name === TEST_EVENT) return printObjects(world, given.options, await sendTests(kyb, given));
    if (environmentOf(key) === 'live')
      throw new UserError('Scenarios are of the sandbox: use a key that begins with test_sk_.');
    const scenarios: SandboxScenario[] = [];
    for await (const scenario of kyb.sandbox.listScenarios({ limit: 100 })) scenarios.push(scenario);
    const shown = scenarios.map(({ value, outcome, description }) => ({ value, outcome, description }));
    if (isListing) return printObjects(world, given.options, shown);
    printObject(world, given.options, await triggered(world, kyb, scenarioNamed(scenarios, name ?? '')));
  },
};
