import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { actionsOf, functionsOf, type Statement, synthesize } from './synthesis.ts';

/**
 * The effect of a change on prod, for its reviewer: the templates of the shared stacks as they are, and the many
 * functions of the API as one line each of what matters.
 */
const prod = synthesize('prod');

/** The domain is irrelevant to the snapshot. */
const asJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)}\n`.replaceAll(prod.config.mail.domain, 'the-domain.example');

/** `logs: CreateLogStream, PutLogEvents` of a statement, with its condition where it has one. */
const right = (statement: Statement): string => {
  const actions = actionsOf(statement).join(', ');
  return statement.Condition === undefined ? actions : `${actions} when ${JSON.stringify(statement.Condition)}`;
};

describe('prod, as last reviewed:', () => {
  const foundations = Object.keys(prod.stacks).filter((name) => !name.startsWith('api-'));

  test.each(foundations)('the stack %s', async (name) => {
    await expect(asJson(prod.stacks[name])).toMatchFileSnapshot(`./__snapshots__/prod/${name}.json`);
  });

  test('the functions: their stack, trigger, settings and permissions', async () => {
    const routes = new Map(CONTRACTS.map(({ name, method, route }) => [name, `${method} ${route}`]));
    const triggers = new Map(CONSUMERS.map(({ name, trigger }) => [name, trigger.kind]));
    const byName = [...functionsOf(prod)].sort((a, b) => a.name.localeCompare(b.name));
    const functions = byName.map(({ name, stack, properties, statements }) => ({
      name,
      stack,
      trigger: routes.get(name) ?? triggers.get(name) ?? '$default',
      timeoutSeconds: properties.Timeout,
      memoryMegabytes: properties.MemorySize,
      variables: Object.keys(properties.Environment.Variables).join(', '),
      rights: statements.map(right),
    }));
    await expect(asJson(functions)).toMatchFileSnapshot('./__snapshots__/prod/functions.json');
  });
});
