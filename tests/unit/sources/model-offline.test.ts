import { describe, expect, test } from 'vitest';
import { OFFLINE_NOTICE, offlineAssistant } from '#shared/sources/model-offline';
import { questionTokens, tokensOf } from '#shared/sources/model-prompt';
import { contextOf } from './told.ts';

const ask = (message: string, maxTokens = 1_024) =>
  offlineAssistant.ask({
    ...{ system: 'Answer.', context: contextOf(message), maxTokens },
    signal: new AbortController().signal,
  });

describe('The offline assistant', () => {
  test.each([
    ['Is it registered?', 'registered as RC1234567 (Company), and the registry lists it as active'],
    ['What is their ADDRESS?', '12 Broad Street, Ikeja, Lagos'],
    ['Which tax number do they have?', 'Tax number (FIRS): 20123456-0001. Tax number (JTB): not known.'],
    ['Who owns shares?', 'Ada Obi (60%); Musa Bello (400000 shares); A trust'],
    ['Which checks failed?', 'tin_verification failed on 2026-11-20 (name_mismatch)'],
    ['What has been verified?', 'Verified: cacCertificate'],
    ['Any news or risk?', 'litigation (MEDIUM) on 2026-11-19: Adire in court'],
    ['Hello!', 'Ask about its registration'],
  ])('answers "%s" from the record, and says that it is offline', async (message, part) => {
    const { text, stopReason } = await ask(message);
    expect(text.startsWith(OFFLINE_NOTICE)).toBe(true);
    expect(text).toContain(part);
    expect(stopReason).toBe('end');
  });

  test('says what is not known, and states nothing as certain', async () => {
    const nothing = contextOf('tax, verified, events, address, shares');
    const { name, registrationNumber, kind, registryStatus, verified } = nothing.company;
    const empty = Object.fromEntries(Object.keys(nothing.company).map((field) => [field, null]));
    const company = {
      ...(empty as unknown as typeof nothing.company),
      ...{ name, registrationNumber, kind, registryStatus, shareholders: [] },
      verified: { ...verified, cacCertificate: false },
    };
    const context = { ...nothing, company, verificationResults: [], monitoringEvents: [] };
    const { text } = await offlineAssistant.ask({
      ...{ system: '', context, maxTokens: 1_024 },
      signal: new AbortController().signal,
    });
    for (const part of [
      'Address: not known',
      'Shareholders: not known',
      'Verified: nothing yet',
      'Checks: none yet',
      'Monitoring events: none',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/null|undefined/);
  });

  test("gives the same answer again, and counts one token for every four bytes of a model's input and of its answer", async () => {
    const [one, other] = [await ask('Is it active?'), await ask('Is it active?')];
    const question = { system: 'Answer.', context: contextOf('Is it active?') };
    expect(other).toStrictEqual(one);
    expect(one).toMatchObject({ inputTokens: questionTokens(question), outputTokens: tokensOf(one.text) });
    expect(offlineAssistant.countQuestion(question)).toBe(questionTokens(question));
  });

  test.each([1, 7, 40])('cuts its answer at %d tokens', async (maxTokens) => {
    const { text, outputTokens, stopReason } = await ask('Is it active?', maxTokens);
    expect(outputTokens).toBeLessThanOrEqual(maxTokens);
    expect([stopReason, OFFLINE_NOTICE.startsWith(text.slice(0, 100))]).toStrictEqual(['max_tokens', true]);
  });
});
