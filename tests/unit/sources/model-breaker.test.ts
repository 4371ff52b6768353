import { describe, expect, test } from 'vitest';
import { type AssistantModel, type ModelAnswer, ModelUnavailable } from '#shared/sources/assistant-model';
import { modelBehindBreaker } from '#shared/sources/model-breaker';
import { makeSourceBreaker } from '#shared/sources/source-breaker';
import { contextOf } from './told.ts';

const ANSWER: ModelAnswer = { text: 'It is active.', inputTokens: 10, outputTokens: 4, stopReason: 'end' };

const QUESTION = {
  ...{ system: 'Answer.', context: contextOf('Is it active?'), maxTokens: 10 },
  signal: new AbortController().signal,
};

/** A model behind a breaker, on the test's clock: its next result, and how often it was asked. */
const setup = () => {
  const state = { nowMs: 1_000_000, asked: 0, next: ANSWER as ModelAnswer | Error };
  const model: AssistantModel = {
    maxAnswerTokens: 777,
    countQuestion: () => 12,
    ask: async () => {
      state.asked++;
      if (state.next instanceof Error) throw state.next;
      return state.next;
    },
  };
  const guarded = modelBehindBreaker(
    makeSourceBreaker(() => state.nowMs),
    model,
  );
  const ask = (next: ModelAnswer | Error) => {
    state.next = next;
    return guarded.ask(QUESTION);
  };
  return { state, guarded, ask };
};

const DOWN = new ModelUnavailable('ThrottlingException');

describe('A model behind its breaker', () => {
  test('answers, counts and is limited as it is without the breaker', async () => {
    const { guarded, ask } = setup();
    expect([guarded.maxAnswerTokens, guarded.countQuestion(QUESTION)]).toEqual([777, 12]);
    expect(await ask(ANSWER)).toBe(ANSWER);
  });

  test('is left alone after three failures in a row, then asked once, and asked again after an answer', async () => {
    const { state, ask } = setup();
    for (let i = 0; i < 3; i++) await expect(ask(DOWN)).rejects.toBe(DOWN);
    await expect(ask(ANSWER)).rejects.toMatchObject({ name: 'ModelUnavailable', reason: 'circuit_open' });
    expect(state.asked).toBe(3);
    state.nowMs += 5_000;
    expect(await ask(ANSWER)).toBe(ANSWER);
    expect(await ask(ANSWER)).toBe(ANSWER);
    expect(state.asked).toBe(5);
  });

  test.each(['no_answer', 'empty_answer', 'ValidationException'])(
    'is still asked the next questions after %s, which concerns only one',
    async (reason) => {
      const { ask } = setup();
      const failure = new ModelUnavailable(reason);
      for (let i = 0; i < 5; i++) await expect(ask(failure)).rejects.toBe(failure);
      expect(await ask(ANSWER)).toBe(ANSWER);
    },
  );

  test('throws a fault of the service itself unchanged and uncounted', async () => {
    const { ask } = setup();
    const fault = new TypeError('a bug');
    for (let i = 0; i < 5; i++) await expect(ask(fault)).rejects.toBe(fault);
    expect(await ask(ANSWER)).toBe(ANSWER);
  });
});
