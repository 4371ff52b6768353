import type { AssistantContext, AssistantModel, CompanyFacts } from './assistant-model.ts';
import { firstTokens, questionTokens, tokensOf, visibleText } from './model-prompt.ts';

/** The beginning of every answer of the offline assistant. */
export const OFFLINE_NOTICE =
  "I am the offline assistant: no language model is used, and I answer by fixed rules from the company's record.";

const HELP =
  'Ask about its registration, address and contact, tax numbers, shares, verification results, or monitoring events.';

type Topic = readonly [words: RegExp, answer: (context: AssistantContext) => string];

const known = (value: string | number | null): string => (value === null ? 'not known' : String(value));

const registration = ({ company: c }: AssistantContext): string =>
  `${c.name} is registered as ${c.registrationNumber} (${c.kind}), and the registry lists it as ${c.registryStatus}. ` +
  `Registered: ${known(c.registrationDate)}. Nature of business: ${known(c.natureOfBusiness)}.`;

const contact = ({ company: c }: AssistantContext): string => {
  const place = [c.address, c.city, c.localGovernmentArea, c.state].filter((part) => part !== null).join(', ');
  return `Address: ${place === '' ? 'not known' : place}. E-mail: ${known(c.email)}. Website: ${known(c.website)}.`;
};

const tax = ({ company: c }: AssistantContext): string =>
  `Tax number (FIRS): ${known(c.taxNumberFirs)}. Tax number (JTB): ${known(c.taxNumberJtb)}.`;

const shareholder = ({ name, percentage, numberOfShares }: CompanyFacts['shareholders'][number]): string => {
  if (percentage !== null) return `${name} (${percentage}%)`;
  return numberOfShares === null ? name : `${name} (${numberOfShares} shares)`;
};

const shares = ({ company: c }: AssistantContext): string => {
  const holders = c.shareholders.map(shareholder).join('; ');
  const capital = c.shareCapitalNaira === null ? 'not known' : `${c.shareCapitalNaira} naira`;
  return `Share capital: ${capital}. Shareholders: ${holders === '' ? 'not known' : holders}.`;
};

const results = ({ company: { verified }, verificationResults }: AssistantContext): string => {
  const passed = Object.entries(verified).flatMap(([what, isVerified]) => (isVerified ? [what] : []));
  const checks = verificationResults.map(
    ({ check, result, reasons, completedAt }) =>
      `${check} ${result} on ${completedAt.slice(0, 10)}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`,
  );
  return (
    `Verified: ${passed.length > 0 ? passed.join(', ') : 'nothing yet'}. ` +
    `Checks: ${checks.length > 0 ? checks.join('; ') : 'none yet'}.`
  );
};

const events = ({ monitoringEvents }: AssistantContext): string => {
  const found = monitoringEvents.map(
    ({ kind, severity, at, headline }) =>
      `${kind} (${severity}) on ${at.slice(0, 10)}${headline === null ? '' : `: ${headline}`}`,
  );
  return `Monitoring events: ${found.length > 0 ? found.join('; ') : 'none'}.`;
};

/** The topics of a message, recognised by its words. */
const TOPICS: readonly Topic[] = [
  [/\b(regist\w*|rc|cac|number|active|inactive|status|business|found\w*|since)\b/i, registration],
  [/\b(address|where|locat\w*|contact|e-?mail|website|city|state)\b/i, contact],
  [/\b(tax|tin|firs|jtb)\b/i, tax],
  [/\b(share\w*|own\w*|capital|director\w*)\b/i, shares],
  [/\b(verif\w*|check\w*|result\w*|document\w*|passed|failed)\b/i, results],
  [/\b(monitor\w*|event\w*|risk\w*|news|sanction\w*|alert\w*|media)\b/i, events],
];

const textFor = (context: AssistantContext): string => {
  const about = TOPICS.filter(([words]) => words.test(context.userMessage)).map(([, answer]) => answer(context));
  const parts = about.length > 0 ? about : [registration(context), HELP];
  return visibleText([OFFLINE_NOTICE, ...parts].join('\n'));
};

/**
 * Answers without a model, from the record alone, and says so: for the sandbox of every stage, and for `live` on a
 * stage without a model. The same question always gets the same answer. Tokens are counted by `tokensOf`, in the texts
 * that a model would receive and in the answer.
 */
export const offlineAssistant: AssistantModel = {
  maxAnswerTokens: 1_024,
  countQuestion: questionTokens,
  ask: async (question) => {
    const whole = textFor(question.context);
    const text = firstTokens(whole, question.maxTokens);
    return {
      text,
      inputTokens: questionTokens(question),
      outputTokens: tokensOf(text),
      stopReason: text === whole ? 'end' : 'max_tokens',
    };
  },
};
