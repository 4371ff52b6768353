import { type AssistantModel, type ModelAnswer, ModelUnavailable } from './assistant-model.ts';
import { found, unavailable } from './lookup-results.ts';
import type { SourceBreaker } from './source-breaker.ts';

/** Failures with a response from the model: they concern one question, and do not count against the model. */
const RESPONSES: ReadonlySet<string> = new Set(['no_answer', 'empty_answer', 'ValidationException']);

/** A model behind a circuit breaker, as any source is (docs/decisions/0033). */
export const modelBehindBreaker = (breaker: SourceBreaker, model: AssistantModel): AssistantModel => ({
  ...model,
  ask: async (question) => {
    let failure = new ModelUnavailable('circuit_open');
    const result = await breaker<ModelAnswer>(async () => {
      try {
        return found(await model.ask(question));
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error;
        failure = error;
        return unavailable(RESPONSES.has(error.reason) ? 'unusable_answer' : 'unreachable');
      }
    });
    if (result.status === 'found') return result.facts;
    throw failure;
  },
});
