import type { AssistantContext, ModelQuestion } from './assistant-model.ts';

/**
 * Invisible characters that can smuggle instructions past a reader: controls, zero-width and direction marks, and tag
 * characters (Unicode categories Cc and Cf; OWASP, "LLM Prompt Injection Prevention").
 */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** A third party's text without invisible characters. Line breaks and tabs stay. */
export const visibleText = (text: string): string => text.replaceAll(INVISIBLE, '');

/** Characters that could end a block of data, or begin another one. */
const DELIMITERS = /[<>&\u2028\u2029]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A value as a block of data: JSON between tags. No text in it can close the block, because angle brackets are JSON
 * escapes.
 */
const dataBlock = (name: string, value: unknown): string => {
  const shown = (_: string, part: unknown) => (typeof part === 'string' ? visibleText(part) : part);
  return `<${name}>\n${JSON.stringify(value, shown).replaceAll(DELIMITERS, escaped)}\n</${name}>`;
};

/** The context as the model receives it: one block of data for each part, with the message to answer last. */
export const contextBlocks = (context: AssistantContext): readonly string[] => [
  dataBlock('company_record', context.company),
  dataBlock('verification_results', context.verificationResults),
  dataBlock('monitoring_events', context.monitoringEvents),
  dataBlock('earlier_messages', context.earlierMessages),
  dataBlock('user_message', context.userMessage),
];

/** Bytes of a token of ordinary English text; other languages and escapes take more tokens. */
const BYTES_PER_TOKEN = 4;

/** Estimates the tokens of a text: one for every four bytes of UTF-8, rounded up. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** Estimates the tokens of a question by {@link tokensOf}, including the instructions. */
export const questionTokens = ({ system, context }: Pick<ModelQuestion, 'system' | 'context'>): number =>
  [system, ...contextBlocks(context)].reduce((sum, text) => sum + tokensOf(text), 0);

/**
 * Counts a question as twice its {@link questionTokens}: markup, numbers and languages other than English take more,
 * and the balance is checked before the model counts.
 */
export const cautiousTokens = (question: Pick<ModelQuestion, 'system' | 'context'>): number =>
  2 * questionTokens(question);

/** The longest beginning of a text with at most this many tokens by {@link tokensOf}, in whole characters. */
export const firstTokens = (text: string, tokens: number): string => {
  if (tokensOf(text) <= tokens) return text;
  const bytes = Buffer.from(text).subarray(0, tokens * BYTES_PER_TOKEN);
  return new TextDecoder().decode(bytes).replace(/\ufffd$/, '');
};
