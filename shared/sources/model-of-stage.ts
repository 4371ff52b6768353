import { systemClock } from '#shared/platform/clock';
import { effect } from '#shared/platform/effect';
import { env, once, optionalEnv } from '#shared/platform/env';
import type { Environment } from '#shared/platform/environments';
import type { AssistantModel } from './assistant-model.ts';
import type { BedrockSettings } from './model-bedrock.ts';
import { modelBehindBreaker } from './model-breaker.ts';
import { offlineAssistant } from './model-offline.ts';
import { cautiousTokens } from './model-prompt.ts';
import { makeSourceBreaker } from './source-breaker.ts';

/**
 * A model of Bedrock, whose client is imported for the first question: it is a third of the code, and neither a refused
 * message nor the sandbox needs it.
 */
const lateBedrockModel = (settings: BedrockSettings): AssistantModel => {
  const imported = once(async () => {
    const { bedrockClient, bedrockModel } = await import('./model-bedrock.ts');
    return bedrockModel(
      settings,
      once(() => bedrockClient(settings.region)),
    );
  });
  return {
    maxAnswerTokens: settings.maxAnswerTokens,
    countQuestion: cautiousTokens,
    ask: async (question) => (await imported()).ask(question),
  };
};

/** The stage's model, made once per container; undefined on a stage without one. */
const stageModel = once((): AssistantModel | undefined => {
  const modelId = optionalEnv('MODEL_ID');
  if (modelId === undefined) return undefined;
  const region = env('MODEL_REGION');
  const guardrailId = optionalEnv('MODEL_GUARDRAIL_ID');
  const guardrail =
    guardrailId === undefined ? undefined : { id: guardrailId, version: env('MODEL_GUARDRAIL_VERSION') };
  const maxAnswerTokens = Number(env('MODEL_MAX_ANSWER_TOKENS'));
  const bedrock = lateBedrockModel({ modelId, region, guardrail, maxAnswerTokens });
  return modelBehindBreaker(makeSourceBreaker(systemClock), bedrock);
});

/** Used where a stage has no model: it is free. */
const freeAssistant: AssistantModel = { ...offlineAssistant, isFree: true };

/**
 * The model that answers chats of an environment. In `live` it is the stage's model, or else the free offline
 * assistant. In the sandbox it is the offline assistant, billed like a model, so that integrations can test charges.
 */
const modelOfStage = (environment: Environment): AssistantModel =>
  environment === 'live' ? (stageModel() ?? freeAssistant) : offlineAssistant;

/** The effect of the capability `model`. */
export const model = effect('model', modelOfStage);
