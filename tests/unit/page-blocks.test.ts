import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BaseIssue, type BaseSchema, safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { deprecationHeaders } from '#shared/http/deprecation';
import { provesApplicant } from '#shared/onboarding/embed/applicant-signature';
import { configWarnings } from '#shared/onboarding/widgets/config-warnings';
import { dereferenced, documentJson } from '#tests/support/api-document';
import { guideSnippets } from '#tests/support/guide-snippets';
import { config } from './onboarding/fixtures.ts';

/** A block of a page for integrators. */
interface Block {
  readonly page: string;
  /** What stands after its fence: its language, and the file that it is. */
  readonly info: string;
  readonly text: string;
}

const BLOCKS: readonly Block[] = globSync('docs/integrate/*.md').flatMap((page) =>
  Array.from(
    readFileSync(page, 'utf8').matchAll(/^( *)```([^\n`]*)\n(.*?)^\1```$/gms),
    ([, , info = '', text = '']) => ({ page: page.split('/').at(-1) ?? '', info, text }),
  ),
);

const blockOf = (page: string, start: string): string => {
  const found = BLOCKS.find((block) => block.page === page && block.text.startsWith(start));
  if (!found) throw new RangeError(`${page} has no block that begins with ${start}`);
  return found.text;
};

/** Blocks that are neither run nor checked by a test, each by its page and beginning, with the reason. */
const FOR_READERS: readonly (readonly [page: string, start: string, why: string])[] = [
  ['authentication.md', 'await fetch', 'runs in the browser of somebody who is signed in'],
  [
    'authentication.md',
    'const signIn',
    'asks a person for the code that was mailed; tests/integration/accounts has the calls',
  ],
  ['embedding.md', '<div id="onboarding">', 'a page with a placeholder; tests/browser/embedding.test.ts mounts it so'],
  ['embedding.md', '<script src=', 'the same'],
  ['embedding.md', 'Content-Security-Policy', 'a header of the reader; tests/browser/embedding.test.ts sends it'],
  ['embedding.md', 'document.querySelector', 'a listener of the page of the reader'],
  ['disputes.md', 'pending ──>', 'a picture of the states'],
  ['errors.md', '{"success": false', 'a body with a shortened text'],
  ['signed-requests.md', 'POST /v1/widget/embed/sessions', 'a request with shortened tokens'],
  ['webhooks.md', 'POST /kyb', 'a request of ours with shortened signatures'],
];

const isForReaders = ({ page, text }: Block): boolean =>
  FOR_READERS.some(([of, start]) => of === page && text.startsWith(start));

/** Blocks that tests below check, beside requests. */
const CHECKED: readonly (readonly [page: string, start: string])[] = [
  ['direct-checks.md', '{"source"'],
  ['versioning.md', 'Deprecation:'],
  ['widget-config.md', '{ "path"'],
];

const requests = BLOCKS.filter(
  (block) => block.info === 'http' && block.text.startsWith('POST /v1/') && !isForReaders(block),
);

describe('every block of the pages for integrators', () => {
  test('is run, drawn or checked by a test, or says why not', () => {
    const isTested = (block: Block) =>
      block.info === 'sh' ||
      block.info === 'mermaid' ||
      block.info.includes(' file=') ||
      requests.includes(block) ||
      CHECKED.some(([page, start]) => block.page === page && block.text.startsWith(start));
    expect(BLOCKS.length).toBeGreaterThan(60);
    const open = BLOCKS.filter((block) => !isTested(block) && !isForReaders(block));
    expect(open.map(({ page, text }) => `${page}: ${text.split('\n')[0]}`)).toEqual([]);
  });

  test.each(FOR_READERS)('%s still has the block %s', (page, start) => {
    expect(blockOf(page, start)).not.toBe('');
  });

  test.each(requests)('the request of $page is one that the API takes: $text', ({ text }) => {
    const [line = '', body = ''] = text.split('\n\n');
    const [method, route] = line.split(' ');
    const found = (CONTRACTS as readonly Contract[]).find((one) => one.method === method && one.route === route);
    const schema = found?.body as BaseSchema<unknown, unknown, BaseIssue<unknown>>;
    expect(safeParse(schema, JSON.parse(body)).issues).toBeUndefined();
    expect(
      Object.keys(JSON.parse(body)).filter(
        (name) => !JSON.stringify(documentJson().paths[route ?? '']).includes(`"${name}"`),
      ),
    ).toEqual([]);
  });
});

test('the deprecated endpoint of the page of versions has the headers that the kit sends', () => {
  const headers = Object.fromEntries(
    blockOf('versioning.md', 'Deprecation:')
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );
  const link = 'https://docs.example.com/moving';
  expect(headers).toEqual(deprecationHeaders({ sinceDate: '2027-01-01', sunsetDate: '2028-01-01', link }));
});

test('the warning of the page of the configuration is the one that the service gives', () => {
  const shown = JSON.parse(blockOf('widget-config.md', '{ "path"'));
  const { notifications } = config();
  const webhookEvents = ['applicant.approved', 'applicant.promoted'];
  const changed = { ...config(), notifications: { ...notifications, webhookEvents } };
  expect(configWarnings(changed, { environment: 'live', sendsTexts: true })).toContainEqual(shown);
});

test('the evidence of the page of direct checks has the fields of the API document', () => {
  const shown = JSON.parse(blockOf('direct-checks.md', '{"source"'));
  const document = documentJson();
  const { properties, required } = dereferenced(document, { $ref: '#/components/schemas/Evidence' });
  expect(Object.keys(shown).sort()).toEqual([...required].sort());
  expect(Object.keys(shown).filter((name) => !(name in properties))).toEqual([]);
});

describe('the link of the page of embedding', () => {
  const folder = guideSnippets('docs/integrate/embedding.md', 'embedding');

  test('proves to the service that the account made it', async () => {
    const { applicantLink } = await import(/* @vite-ignore */ join(folder, 'applicant-link.mjs'));
    const widget = {
      embedLinkToken: 'elt_1',
      embedSigningSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    };
    const link = new URL(applicantLink('https://api.example.com', widget, 'app_1'));
    expect([link.pathname, link.searchParams.get('applicantId')]).toEqual(['/w/elt_1', 'app_1']);
    const signature = String(link.searchParams.get('applicantSignature'));
    const nowSeconds = Math.floor(Date.now() / 1000);
    expect(provesApplicant('app_1', signature, widget.embedSigningSecret, nowSeconds)).toBe(true);
    expect(() => provesApplicant('app_2', signature, widget.embedSigningSecret, nowSeconds)).toThrow();
  });
});
