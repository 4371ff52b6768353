import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The rooms of the service that may see evidence: the checks themselves, and what shows them to their account. */
const READERS =
  /^(shared\/(verification|direct-checks|onboarding\/(applicants|assessment|report|review))|functions\/api\/(kyb|verification))\//;

/** The functions that are given evidence beside those: an assessment. */
const CONSUMERS = ['functions/events/assess-applicant.ts'];

test('evidence reaches no event, mail, webhook, log or assistant: their rooms import nothing that opens it', () => {
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
