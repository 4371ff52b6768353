import { ApiError } from '#shared/errors/api-error';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import {
  type AssistantModel,
  type ModelAnswer,
  type ModelQuestion,
  ModelUnavailable,
} from '#shared/sources/assistant-model';
import type { ChatMessage } from './message.ts';

/** Maximum milliseconds for the model: its function has 29 seconds, below the gateway's 30. */
const MODEL_MS = 24_000;

/** Milliseconds reserved for what follows the model: the commit, or the release of the hold and the key. */
const COMMIT_MS = 4_500;

/** The milliseconds that the model may take in a request with this time left: earlier steps may have been slow. */
export const modelMs = (timeLeftMs: number): number =>
  Math.floor(Math.max(0, Math.min(MODEL_MS, timeLeftMs - COMMIT_MS)));

/** Aborts a question to the model in time. @param timeLeftMs the time left in its request. */
export const modelSignal = (timeLeftMs: number): AbortSignal => AbortSignal.timeout(modelMs(timeLeftMs));

/**
 * Asks the model.
 *
 * @throws ApiError SOURCE_UNAVAILABLE, logged and measured with the name of the failure, when the model returns no
 * answer.
 */
export const askModel = async (
  model: AssistantModel,
  question: ModelQuestion,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Promise<ModelAnswer> => {
  try {
    return await model.ask(question);
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    log.warn('MODEL_UNAVAILABLE', { reason: error.reason });
    metrics('ChatsUnanswered', 1);
    throw new ApiError('SOURCE_UNAVAILABLE');
  }
};

/** The text that is stored and shown in place of an answer that a filter withheld. */
const WITHHELD = 'The assistant cannot answer this message.';

/** The message of the response, by the outcome of the answer. */
const SENTENCES: Readonly<Record<ModelAnswer['stopReason'], string>> = {
  end: 'The assistant has answered.',
  max_tokens: 'The assistant has answered. The answer was cut off at its maximum length, which your balance may limit.',
  filtered: 'The answer was withheld by a content filter.',
};

/** The message of the response (interface: Chat assistant, `message`). */
export const answerMessage = ({ stopReason }: ModelAnswer): string => SENTENCES[stopReason];

/** An answer, as its chat stores it. */
export const answerContent = ({
  stopReason,
  text,
  groundingSources,
}: ModelAnswer): Pick<ChatMessage, 'content' | 'groundingSources'> =>
  stopReason === 'filtered'
    ? { content: WITHHELD, groundingSources: null }
    : {
        content: text,
        groundingSources: groundingSources
          ? { groundingChunks: groundingSources.groundingChunks.map(({ web }) => ({ web: { ...web } })) }
          : null,
      };
