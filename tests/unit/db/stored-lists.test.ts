import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Every list or map in a stored item, and what bounds it so that the item stays below 400 kB. */
const BOUNDS: Readonly<Record<string, string>> = {
  'addresses/address-verification.ts photos': 'the callback of the source takes at most 20',
  'auth/codes/code-record.ts codes': 'five codes an hour',
  'auth/codes/code-record.ts sentAtMs': 'five codes an hour',
  'auth/accounts/sign-in.ts codes': 'five codes an hour',
  'auth/accounts/sign-in.ts waiting': 'five sign-ups, or those whose codes live: five codes an hour',
  'auth/accounts/sign-in.ts sentAtMs': 'five codes an hour',
  'auth/sessions/published-keys.ts publishedAtMs': 'the keys of the signing secret, which an operator writes',
  'companies/registry-details.ts shareholders': 'the registry adapter takes at most 200 shareholders',
  'compliance/obligation.ts notifyLeadDays': 'the request takes at most ten',
  'direct-checks/check-record.ts reasonCodes': 'the closed list of reason codes',
  'direct-checks/company-checks.ts reasonCodes': 'the closed list of reason codes',
  'disputes/dispute.ts documents': 'five documents, by the condition of the write that adds them',
  'events/feed-page.ts eventIds': 'the size of a page',
  'events/read-feed.ts data': 'the schema of its event in the catalogue',
  'erasure/copies.ts heldBy': 'the two lists that a kept mail stands in',
  'events/outbox.ts data': 'the schema of its event in the catalogue',
  'files/file-removal.ts keys': 'the files of one session (200) or of one request (20)',
  'monitoring/checks/check-snapshot.ts matches': 'the most recently seen are kept, up to a number',
  'onboarding/applicants/applicant.ts moduleOrder': 'nineteen modules',
  'onboarding/applicants/applicant.ts modules': 'nineteen modules',
  'onboarding/applicants/applicant.ts tags': 'the request takes at most 20 tags of 40 characters',
  'onboarding/applicants/applicant.ts timeline':
    'appended with a maximum length; what reviewers write into it keeps to its bytes',
  'onboarding/applicants/applicant.ts people': '25 people, cut when the result is made; names of 200 characters',
  'onboarding/applicants/timeline.ts modules': 'nineteen modules; the timeline keeps to its bytes',
  'onboarding/applicants/applicant.ts reasonCodes': 'the closed list of reason codes',
  'onboarding/exports/applicant-export.ts environments': 'the closed list of environments',
  'onboarding/sessions/embed-session.ts answerValueSchema': '25 entries of 200 characters',
  'onboarding/sessions/embed-session.ts answersSchema': 'the fields of nineteen modules',
  'onboarding/sessions/embed-session.ts attachments': '200 files a session',
  'onboarding/sessions/embed-session.ts attachmentsSchema': 'what is shown of those',
  'onboarding/sessions/embed-session.ts modules': 'nineteen modules',
  'onboarding/sessions/embed-session.ts moduleOrder': 'nineteen modules',
  'onboarding/widgets/apps.ts config': 'the request takes at most 20 names of events',
  'verification/check-evidence.ts entries': 'twenty entries, cut when they are found, and so is each of their texts',
  'verification/evidence-fields.ts evidenceFieldsSchema': 'the fields of one check; 50 texts of 120 characters in each',
  'verification/evidence-store.ts contentSchema': 'the checks of nineteen modules: together below 200 kB, tested',
  'wallet/settle-records.ts unsettled': 'what is parsed of those below',
  'wallet/wallet.ts unsettled':
    'a hundred entries of 250 bytes, and those of postings at the same moment: the next posting settles the oldest',
  'wallet/wallet.ts holds': 'a hundred holds; the next is a 429',
  'webhooks/deliveries/limits/breaker-store.ts hung': 'fewer than open the breaker',
  'webhooks/deliveries/records/delivery.ts attempts':
    'the latest 50; a longer response than 200 bytes is an item of its own',
};

const SHARED = new URL('../../../shared/', import.meta.url).pathname;

/** Files whose schemas never describe an item: requests, responses, messages, and responses of outside sources. */
const NOT_STORED =
  /^(http|sources|platform|chat\/message|mails\/messages|monitoring\/fan-out\/fan-out-queue|events\/catalogue)|(-view|-views|views|-body|-bodies|-contract)\.ts$/;

/** `<file> <field>` of every array and map in the schemas of a file. The field is on the same line or on one above. */
const listsOf = (file: string): readonly string[] => {
  const found: string[] = [];
  let field = '';
  for (const line of readFileSync(join(SHARED, file), 'utf8').split('\n')) {
    const named = /^\s*(?:export )?(?:const )?(\w+)(?::| =)/.exec(line);
    if (named) field = named[1] ?? '';
    if (/\bv\.(array|record|map|set)\(/.test(line)) found.push(`${file} ${field}`);
  }
  return found;
};

test('every list in a stored item has a bound that somebody chose', () => {
  const files = (readdirSync(SHARED, { recursive: true }) as string[]).filter(
    (file) => file.endsWith('.ts') && !NOT_STORED.test(file),
  );
  const found = [...new Set(files.flatMap(listsOf))].sort();
  expect(found).toEqual(Object.keys(BOUNDS).sort());
});
