import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The folders that may see evidence: the checks themselves, and what shows evidence to its account. */
const READERS =
  /^(shared\/(verification|direct-checks|onboarding\/(applicants|assessment|report|review))|functions\/api\/(kyb|verification))\//;

/** The other functions that get evidence: those of an assessment. */
const CONSUMERS = ['functions/events/assess-applicant.ts'];

test('evidence reaches no event, mail, webhook, log or assistant: their folders import nothing that opens it', () => {
  const files = ['shared', 'functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const opening =
    /verification\/(evidence-store|check-evidence|clearances|clearance-view)'|(module|shown)-evidence(\.ts)?'/;
  const readers = files.filter((file) => opening.test(readFileSync(file, 'utf8')));
  expect(readers.length).toBeGreaterThan(15);
  expect(readers.filter((file) => !READERS.test(file) && !CONSUMERS.includes(file))).toEqual([]);
});
