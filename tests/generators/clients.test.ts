import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openAccount, rotateApiKeys } from '#scripts/demo/journey';
import { stack } from '#tests/support/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { journeyOf, LANGUAGES, type Language } from './clients.ts';

/** Content that no text encoding survives. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 254, 13, 10, 128])]);

const folder = temporaryFolder('generators');
const upload = join(folder, 'certificate.pdf');
writeFileSync(upload, PDF);

/** How each language circumvents its types. */
const CASTS: Readonly<Record<Language, RegExp>> = {
  typescript: /\bas [A-Z]|\bany\b|\bas (never|unknown)\b|@ts-|biome-ignore/,
  python: /\bcast\(|\bAny\b|type: ?ignore/,
  go: /\.\((?!type\))|\bunsafe\b|\bjson\.Unmarshal\b/,
};

const SOURCES: Readonly<Record<Language, string>> = {
  typescript: 'typescript/journey.ts',
  python: 'python/journey.py',
  go: 'go/journey.go',
};

describe.concurrent.each(LANGUAGES)('a client generated for %s', (language) => {
  test('compiles, and the main journey with it needs no cast', ({ expect: expectHere }) => {
    expectHere(inject('clientProblems')[language]).toBeUndefined();
    const source = readFileSync(join(import.meta.dirname, SOURCES[language]), 'utf8');
    expectHere(CASTS[language].exec(source)).toBeNull();
  });

  test('goes the main journey: a widget, an applicant with a file, the decision, its event, and two refusals', async ({
    expect: expectHere,
  }) => {
    const { apiUrl, mailOutboxUrl: outboxUrl } = stack();
    const account = await openAccount({ apiUrl, outboxUrl }, `${language}-${Date.now()}@example.com`);
    const { secretKey } = await rotateApiKeys(account, 'sandbox');
    const journey = (await journeyOf(language, { apiUrl, secretKey, upload })) as { applicantId: string };

    const { applicantId } = journey;
    const { body } = await account.get(`/v1/kyb/applicants/${applicantId}`);
    expectHere(body).toMatchObject({ data: { id: applicantId, referenceId: language, status: 'approved' } });
    expectHere(journey).toStrictEqual({
      applicantId,
      status: 'approved',
      files: [{ filename: 'certificate.pdf', size: PDF.length }],
      listed: [applicantId],
      decision: { environment: 'sandbox', status: 'approved' },
      problems: ['name'],
      requiredKobo: expect.any(Number),
    });
  });
});
