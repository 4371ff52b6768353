import type { AssistantContext, ModelQuestion } from './assistant-model.ts';

/**
 * Characters that are not shown and carry instructions past a reader: controls, zero-width and direction marks, and the
 * invisible tag characters (Unicode categories Cc and Cf; OWASP, "LLM Prompt Injection Prevention").
 */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** A text of somebody else's without what cannot be seen. Line breaks and tabs stay. */
export const visibleText = (text: string): string => text.replaceAll(INVISIBLE, '');

/** What could end a block of data, or begin another one. */
const DELIMITERS = /[<>&\u2028\u2029]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A value as a block of data: JSON between tags. No text in it can close the block: its angle brackets are written as
 * JSON escapes.
 */
const dataBlock = (name: string, value: unknown): string => {
  const shown = (_: string, part: unknown) => (typeof part === 'string' ? visibleText(part) : part);
  return `<${name}>\n${JSON.stringify(value, shown).replaceAll(DELIMITERS, escaped)}\n</${name}>`;
};

/** What the model is sent of a context: one block of data for each part, the message to answer last. */
export const contextBlocks = (context: AssistantContext): readonly string[] => [
  dataBlock('company_record', context.company),
  dataBlock('verification_results', context.verificationResults),
  dataBlock('monitoring_events', context.monitoringEvents),
  dataBlock('earlier_messages', context.earlierMessages),
  dataBlock('user_message', context.userMessage),
];

/** Bytes that a token of usual text stands for: four, in English; other languages and escapes take more tokens. */
const BYTES_PER_TOKEN = 4;

/** The tokens of a text where nobody else counts them: one for every four bytes of UTF-8, rounded up. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** The tokens of a question by {@link tokensOf}, instructions included. */
export const questionTokens = ({ system, context }: Pick<ModelQuestion, 'system' | 'context'>): number =>
  [system, ...contextBlocks(context)].reduce((sum, text) => sum + tokensOf(text), 0);

/** The beginning of a text with at most so many tokens by {@link tokensOf}, in whole characters. */
export const firstTokens = (text: string, tokens: number): string => {
  if (tokensOf(text) <= tokens) return text;
  const bytes = Buffer.from(text).subarray(0, tokens * BYTES_PER_TOKEN);
  return new TextDecoder().decode(bytes).replace(/\ufffd$/, '');
};
