import { expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { actionsOf, type DeployedFunction, functionsOf, type Statement, synthesize } from './synthesis.ts';

/*
 * The effect of a change on prod, for its reviewer: each resource of the shared stacks is a line with all that its
 * template says, each function a few lines of what matters. A rule has a test of its own; this shows everything else.
 */

const prod = synthesize('prod');

/** What is the same in every name, and the domain, is irrelevant to the snapshot. */
const brief = (text: string): string =>
  text.replaceAll(prod.config.mail.domain, 'the-domain.example').replaceAll('kyb-service-prod-', '');

const asText = (lines: readonly string[]): string => brief(`${lines.join('\n')}\n`);

/** `logs:CreateLogStream logs:PutLogEvents` of a statement, with its condition where it has one. */
const right = (statement: Statement): string => {
  const actions = actionsOf(statement).join(' ');
  return statement.Condition === undefined ? actions : `${actions} when ${JSON.stringify(statement.Condition)}`;
};

test('prod, as last reviewed: the resources of the shared stacks', async () => {
  const shared = Object.entries(prod.stacks).filter(([name]) => !name.startsWith('api-'));
  const lines = shared.flatMap(([name, { Resources, Outputs = {} }]) => [
    `== ${name}`,
    ...Object.entries(Resources).map(([id, { Type, ...rest }]) => `${id} ${Type} ${JSON.stringify(rest)}`),
    ...Object.entries(Outputs).map(([id, output]) => `${id} output ${JSON.stringify(output)}`),
  ]);
  await expect(asText(lines)).toMatchFileSnapshot('./__snapshots__/prod/resources.txt');
});

test('prod, as last reviewed: the functions with their trigger, settings and permissions', async () => {
  const triggers = new Map<string, string>([
    ...CONTRACTS.map(({ name, method, route }) => [name, `${method} ${route}`] as const),
    ...CONSUMERS.map(({ name, trigger }) => [name, trigger.kind] as const),
  ]);
  const described = ({ name, stack, properties, statements }: DeployedFunction): string[] => [
    `${name}: ${stack}, ${triggers.get(name) ?? '$default'}, ${properties.Timeout} s, ${properties.MemorySize} MB`,
    `  ${Object.keys(properties.Environment.Variables).join(' ')}`,
    ...statements.map((statement) => `  ${right(statement)}`),
  ];
  const byName = [...functionsOf(prod)].sort((one, other) => one.name.localeCompare(other.name));
  await expect(asText(byName.flatMap(described))).toMatchFileSnapshot('./__snapshots__/prod/functions.txt');
});
