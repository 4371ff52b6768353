import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/**
 * What answers in an environment of a stage with these variables: the offline assistant, billed or free, or how long
 * another model may take.
 */
const answering = async (environment: 'sandbox' | 'live', variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { model } = await import('#shared/sources/model-of-stage');
  const { offlineAssistant } = await import('#shared/sources/model-offline');
  const answers = model.value(environment);
  if (answers === offlineAssistant) return 'offline';
  return answers.isFree ? 'offline, free' : answers.maxAnswerTokens;
};

const MODEL = { MODEL_ID: 'eu.amazon.nova-lite-v1:0', MODEL_REGION: 'eu-west-1', MODEL_MAX_ANSWER_TOKENS: '777' };

test.each([
  ['live', MODEL, 777],
  ['live', { ...MODEL, MODEL_GUARDRAIL_ID: 'gr1', MODEL_GUARDRAIL_VERSION: '3' }, 777],
  ['sandbox', MODEL, 'offline'],
  ['live', {}, 'offline, free'],
  ['live', { MODEL_ID: '' }, 'offline, free'],
] as const)('chats of %s on a stage with %j are answered by %s', async (environment, variables, expected) => {
  expect(await answering(environment, variables)).toBe(expected);
});
