import { SANDBOX_SCENARIOS, type SandboxScenario, SCENARIO_FIELDS } from '#shared/sources/sandbox/scenarios';

const lineOf = ({ match, value, description, checks }: SandboxScenario): string => {
  const names = checks.map((check) => `\`${check}\``).join(', ');
  return `- ${match === 'prefix' ? 'starts with ' : ''}\`${value}\`: ${description} Applies to ${names}.`;
};

const sectionOf = (field: SandboxScenario['field']): string => {
  const lines = SANDBOX_SCENARIOS.filter((scenario) => scenario.field === field).map(lineOf);
  return `### ${field}\n\n${SCENARIO_FIELDS[field]}\n\n${lines.join('\n')}`;
};

/** The values that lead to an outcome, by the field that they are sent in, in Markdown. */
export const scenarioSections = (): string =>
  (Object.keys(SCENARIO_FIELDS) as SandboxScenario['field'][]).map(sectionOf).join('\n\n');
