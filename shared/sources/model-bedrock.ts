import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  type ContentBlock,
  ConverseCommand,
  type ConverseResponse,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import * as v from 'valibot';
import { abortedWithRequest, awsClientSettings } from '#shared/platform/aws';
import { wholeNumber } from '#shared/platform/whole-number';
import {
  type AssistantContext,
  type AssistantModel,
  type GroundingSources,
  type ModelAnswer,
  type ModelQuestion,
  ModelUnavailable,
} from './assistant-model.ts';
import { cautiousTokens, contextBlocks, questionTokens, tokensOf } from './model-prompt.ts';

/** The model of a stage. */
export interface BedrockSettings {
  /** The id of a model, or of an inference profile for several regions. */
  readonly modelId: string;
  readonly region: string;
  readonly guardrail?: { readonly id: string; readonly version: string } | undefined;
  readonly maxAnswerTokens: number;
}

/** A single request to a model may take as long as the whole question. */
const REQUEST_TIMEOUT_MS = 24_000;

/**
 * The client of the model's region. Plain HTTP/1.1: the client's own default, HTTP/2, is for streams in both
 * directions. Throttled and broken requests are retried twice, within the time of the question.
 *
 * @param overrides for a server that replaces Bedrock in tests.
 */
export const bedrockClient = (
  region: string,
  overrides: Pick<BedrockRuntimeClientConfig, 'endpoint' | 'credentials'> = {},
): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    ...awsClientSettings,
    ...overrides,
    region,
    requestHandler: abortedWithRequest(
      new NodeHttpHandler({
        connectionTimeout: 3_000,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      }),
    ),
  });

/**
 * The meaning of each stop reason; with any other, there is no answer (Bedrock API Reference, "Converse",
 * `stopReason`).
 */
const STOP_REASONS: Readonly<Record<string, ModelAnswer['stopReason']>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  max_tokens: 'max_tokens',
  guardrail_intervened: 'filtered',
  content_filtered: 'filtered',
};

/**
 * The content of a question's one message: its data blocks. A guardrail assesses only the message to answer, and the
 * answer. Records and headlines contain the very names, numbers and crimes that are asked about, so that it would
 * withhold every answer.
 */
const contentOf = (context: AssistantContext, isGuarded: boolean): ContentBlock[] => {
  const texts = contextBlocks(context);
  const asked = isGuarded ? texts.length - 1 : undefined;
  return texts.map((text, index) => (index === asked ? { guardContent: { text: { text } } } : { text }));
};

const textOf = (blocks: readonly ContentBlock[]): string =>
  blocks
    .map(
      ({ text, citationsContent }) => text ?? citationsContent?.content?.map((part) => part.text ?? '').join('') ?? '',
    )
    .join('')
    .trim();

/** Maximum number of pages shown with an answer. */
const MAX_PAGES = 20;

const isWebAddress = (uri: string): boolean => URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol);

const groundingOf = (blocks: readonly ContentBlock[]): GroundingSources | undefined => {
  const pages = new Map<string, string>();
  for (const { title, location } of blocks.flatMap(({ citationsContent }) => citationsContent?.citations ?? [])) {
    const uri = location?.web?.url;
    if (uri !== undefined && isWebAddress(uri)) pages.set(uri, title ?? location?.web?.domain ?? uri);
  }
  if (pages.size === 0) return undefined;
  return { groundingChunks: [...pages].slice(0, MAX_PAGES).map(([uri, title]) => ({ web: { uri, title } })) };
};

const usageSchema = v.object({ inputTokens: wholeNumber, outputTokens: wholeNumber });

/** The tokens that the model reports, or else those of the texts, by the rule of the offline assistant. */
const usageOf = (question: ModelQuestion, { usage }: Partial<ConverseResponse>, text: string) => {
  const reported = v.safeParse(usageSchema, usage);
  return reported.success
    ? reported.output
    : { inputTokens: questionTokens(question), outputTokens: Math.min(tokensOf(text), question.maxTokens) };
};

const answerOf = (question: ModelQuestion, response: Partial<ConverseResponse>): ModelAnswer => {
  const stopReason = STOP_REASONS[response.stopReason ?? ''];
  if (stopReason === undefined) throw new ModelUnavailable('no_answer');
  const blocks = response.output?.message?.content ?? [];
  const text = textOf(blocks);
  if (text === '' && stopReason !== 'filtered') throw new ModelUnavailable('empty_answer');
  const groundingSources = groundingOf(blocks);
  return { text, stopReason, ...usageOf(question, response, text), ...(groundingSources && { groundingSources }) };
};

/** Rejects when the signal aborts the question. */
const outOfTime = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new ModelUnavailable('TimeoutError'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });

/**
 * Answers with a model of Amazon Bedrock through its Converse API, in one response. The instructions are only in the
 * system field; the context is one message of data blocks. No tools are offered.
 */
export const bedrockModel = (
  { modelId, guardrail, maxAnswerTokens }: BedrockSettings,
  client: () => Pick<BedrockRuntimeClient, 'send'>,
): AssistantModel => ({
  maxAnswerTokens,
  countQuestion: cautiousTokens,
  ask: async (question) => {
    const command = new ConverseCommand({
      modelId,
      system: [{ text: question.system }],
      messages: [{ role: 'user', content: contentOf(question.context, guardrail !== undefined) }],
      inferenceConfig: { maxTokens: question.maxTokens },
      ...(guardrail && {
        guardrailConfig: { guardrailIdentifier: guardrail.id, guardrailVersion: guardrail.version, trace: 'disabled' },
      }),
    });
    let response: Partial<ConverseResponse>;
    try {
      // The client does not check the signal while it waits between attempts.
      response = await Promise.race([
        client().send(command, { abortSignal: question.signal }),
        outOfTime(question.signal),
      ]);
    } catch (error) {
      throw error instanceof ModelUnavailable
        ? error
        : new ModelUnavailable(error instanceof Error ? error.name : 'UnknownError');
    }
    return answerOf(question, response);
  },
});
