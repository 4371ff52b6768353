import { systemClock } from '#shared/platform/clock';
import { effect } from '#shared/platform/effect';
import { env, once, optionalEnv } from '#shared/platform/env';
import type { Environment } from '#shared/platform/environments';
import type { AssistantModel } from './assistant-model.ts';
import { bedrockClient, bedrockModel } from './model-bedrock.ts';
import { modelBehindBreaker } from './model-breaker.ts';
import { offlineAssistant } from './model-offline.ts';
import { makeSourceBreaker } from './source-breaker.ts';

/** The stage's model, made once for the life of the container; undefined on a stage without one. */
const stageModel = once((): AssistantModel | undefined => {
  const modelId = optionalEnv('MODEL_ID');
  if (modelId === undefined) return undefined;
  const region = env('MODEL_REGION');
  const guardrailId = optionalEnv('MODEL_GUARDRAIL_ID');
  const guardrail =
    guardrailId === undefined ? undefined : { id: guardrailId, version: env('MODEL_GUARDRAIL_VERSION') };
  const maxAnswerTokens = Number(env('MODEL_MAX_ANSWER_TOKENS'));
  const bedrock = bedrockModel(
    { modelId, region, guardrail, maxAnswerTokens },
    once(() => bedrockClient(region)),
  );
  return modelBehindBreaker(makeSourceBreaker(systemClock), bedrock);
});

/** In place of a model that a stage does not have: nobody pays for one. */
const freeAssistant: AssistantModel = { ...offlineAssistant, isFree: true };

/**
 * What answers chats of an environment: the stage's model in `live`, if it has one; else the offline assistant, which costs
 * nothing there. In the sandbox it is billed as a model would be, so that integrations meet its charges.
 */
const modelOfStage = (environment: Environment): AssistantModel =>
  environment === 'live' ? (stageModel() ?? freeAssistant) : offlineAssistant;

/** The effect of the capability `model`. */
export const model = effect('model', modelOfStage);
