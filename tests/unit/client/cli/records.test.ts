import { describe, expect, test } from 'vitest';
import { LISTS, READS } from '#client/src/cli/api-records';
import { RESOURCES } from '#client/src/resources';
import { publishedOperations } from '#scripts/client/published';
import { entriesOf } from '#scripts/client/shapes';
import { json, type Respond, refuse } from '#tests/unit/client/lying-server';
import { kybOn } from './kyb-world.ts';

const answering =
  (body: object): Respond =>
  (response) =>
    json(response, 200, { success: true, ...body });

/** Applicants, of which there are five, in pages as the query wants them. */
const applicants: Respond = (response, _, { path }) => {
  const query = new URL(path, 'http://api').searchParams;
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit'))];
  const all = [1, 2, 3, 4, 5].map((number) => ({
    id: `app_${number}`,
    status: 'approved',
    subject: {},
    riskScore: null,
  }));
  const data = all.slice((page - 1) * limit, page * limit);
  json(response, 200, { success: true, data, pagination: { page, hasNext: page * limit < all.length } });
};

describe('kyb get', () => {
  test.each([
    ['wgt_1', '/v1/kyb/widgets/wgt_1'],
    ['app_1', '/v1/kyb/applicants/app_1'],
    ['whk_1', '/v1/developers/webhooks/whk_1'],
    ['whd_1', '/v1/developers/deliveries/whd_1'],
    ['cmp_1', '/v1/dashboard/company-details?companyId=cmp_1'],
    ['txn_1', '/v1/wallet/transactions/txn_1'],
    ['ver_1', '/v1/verifications/ver_1'],
    ['doc_1', '/v1/verifications/doc_1'],
    ['addr_1', '/v1/physicalAddress?reference_id=addr_1'],
    ['dsp_1', '/v1/disputes/dsp_1'],
    ['vendors cmp_1', '/v1/monitoring/vendors/cmp_1'],
    ['verifications addr_1', '/v1/verifications/addr_1'],
    ['wallet', '/v1/wallet'],
  ])('%s is read at %s', async (words, path) => {
    const { kyb, received } = await kybOn(answering({ data: { id: 'x_1' } }));
    expect(await kyb('get', ...words.split(' '))).toStrictEqual({ status: 0, out: 'id  x_1\n', err: '' });
    expect(received.map((request) => request.path)).toStrictEqual([path]);
  });

  test('reads everything that a key reads by an id', () => {
    const ofKeys = [...publishedOperations()]
      .filter(([, { contract }]) => contract.caller === 'account')
      .map(([id]) => id);
    const resources = Object.entries(RESOURCES).filter(([, verbs]) => 'get' in verbs && ofKeys.includes(verbs.get));
    expect(Object.values(READS).map(({ call }) => call[0])).toStrictEqual(resources.map(([name]) => name));
    for (const { id, prefixes } of Object.values(READS)) if (id !== undefined) expect(prefixes).not.toEqual([]);
  });

  test('shows what is within by its path, and the whole as JSON in a pipe', async () => {
    const record = { id: 'app_1', subject: { businessName: 'Ada Ltd', tags: ['a', 'b'] }, people: [{ name: 'Obi' }] };
    const terminal = await kybOn(answering({ data: record }));
    expect((await terminal.kyb('get', 'app_1')).out).toBe(
      'id                    app_1\nsubject.businessName  Ada Ltd\nsubject.tags          a, b\npeople.0.name         Obi\n',
    );
    const pipe = await kybOn(answering({ data: record }), { isTerminal: false });
    expect(JSON.parse((await pipe.kyb('get', 'app_1')).out)).toStrictEqual(record);
  });

  test.each([true, false])(
    'what a terminal would obey and what is secret is not shown (to a person: %s)',
    async (isTerminal) => {
      const name = 'Ada\u001b]0;pwned\u0007\u009b31m\u202eLtd\nnext';
      const data = { [`na\u001bme`]: name, embedSigningSecret: 'whsec_c2VjcmV0+/=', note: 'use live_sk_abc1, not it' };
      const { kyb } = await kybOn(answering({ data }), { isTerminal });
      const { out } = await kyb('get', 'wgt_1');
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]|c2Vjc|abc1/u);
      expect(out).toContain('whsec_(hidden)');
      expect(out).toContain('live_sk_(hidden), not it');
      if (!isTerminal) expect(JSON.parse(out)[`na\u001bme`]).toBe(name);
    },
  );

  test.each([
    [['foo_1'], /^Nothing can be read by 'foo_1'\. Pass an id \(wgt_ app_ .*\) or one of: widgets, applicants, /],
    [['constructor'], /^Nothing can be read by 'constructor'/],
    [['\u001b[2J'], /^Nothing can be read by '\\u001b\[2J'/],
    [[], /^Nothing can be read by ''/],
    [['vendors'], /^The id is missing: The id of the vendor/],
    [['wallet', 'app_1'], /^wallet has no id\./],
    [['app_1', 'app_2'], /^Nothing can be read by 'app_1'/],
  ])('%j is refused in one line', async (words, line) => {
    const { kyb } = await kybOn(answering({}));
    const { status, out, err } = await kyb('get', ...words);
    expect([status, out, err.split('\n').length]).toStrictEqual([2, '', 2]);
    expect(err).toMatch(line);
  });

  test('a refusal of the API is one line with its code, its problems and the id of the request', async () => {
    const { kyb } = await kybOn((response) =>
      json(
        response,
        400,
        { code: 'VALIDATION_FAILED', message: 'Bad\u001b.', details: [{ path: 'id', message: 'Too long' }] },
        { 'x-request-id': 'req_1' },
      ),
    );
    expect(await kyb('get', 'app_1')).toStrictEqual({
      status: 1,
      out: '',
      err: 'Bad\\u001b. id: Too long. (VALIDATION_FAILED, request req_1)\n',
    });
  });
});

describe('kyb list', () => {
  test('lists as a table that fits the terminal, without what is empty in all', async () => {
    const { kyb } = await kybOn(applicants);
    expect(await kyb('list', 'applicants', '--limit', '5')).toStrictEqual({
      status: 0,
      out: 'id     status\napp_1  approved\napp_2  approved\napp_3  approved\napp_4  approved\napp_5  approved\n',
      err: '',
    });
    const narrow = await kybOn(applicants, { columns: 10 });
    expect((await narrow.kyb('list', 'applicants', '--limit', '1')).out).toBe('id\napp_1\n');
  });

  test('cuts long texts, but no id, and gives the last column the rest of the line', async () => {
    const id = `app_${'A'.repeat(60)}`;
    const data = [{ id, name: '長'.repeat(50), note: 'n'.repeat(99) }];
    const { kyb } = await kybOn(answering({ data, pagination: {} }), { columns: 150 });
    const cells = [id, `${'長'.repeat(35)}…`, `${'n'.repeat(45)}…`];
    expect((await kyb('list', 'applicants')).out.split('\n')[1]).toBe(cells.join('  '));
  });

  test('ends at the limit, says that there are more, and reads no more than it needs', async () => {
    const { kyb, received } = await kybOn(applicants);
    const { out, err } = await kyb('list', 'applicants', '--limit', '2', '--json');
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toStrictEqual(['app_1', 'app_2']);
    expect([received.length, err]).toStrictEqual([1, 'There are more: `--limit 10` shows them.\n']);
  });

  test('goes on page by page', async () => {
    const many: Respond = (response, index) =>
      json(response, 200, {
        data: Array.from({ length: 100 }, (_, row) => ({ id: `app_${index}_${row}` })),
        pagination: { page: index + 1, hasNext: true },
      });
    const { kyb, received } = await kybOn(many, { isTerminal: false });
    const { out } = await kyb('list', 'applicants', '--limit', '150');
    expect([JSON.parse(out).length, received.length]).toStrictEqual([150, 2]);
  });

  test('sends filters under the names of the API, and the id of the path', async () => {
    const { kyb, received } = await kybOn(answering({ data: [], pagination: { hasNext: false } }));
    const words = ['list', 'widget-applicants', 'wgt_1', '--status', 'approved', '--reference-id', 'a&b=c'];
    expect(await kyb(...words)).toStrictEqual({ status: 0, out: '', err: 'There are none.\n' });
    expect(received[0]?.path).toBe('/v1/kyb/widgets/wgt_1/applicants?status=approved&referenceId=a%26b%3Dc&limit=21');
  });

  test('an empty list in a pipe is an empty array, and tells nobody', async () => {
    const { kyb } = await kybOn(answering({ data: [], pagination: {} }), { isTerminal: false });
    expect(await kyb('list', 'widgets')).toStrictEqual({ status: 0, out: '[]\n', err: '' });
  });

  test('lists everything that a key lists', () => {
    const lists = [...publishedOperations().values()].filter(
      (one) => one.contract.caller === 'account' && entriesOf(one) !== undefined,
    );
    // A chat is read with its messages.
    expect(Object.keys(LISTS)).toHaveLength(lists.length - 1);
  });

  test.each([
    [['applicants', '--status', 'aproved'], /^--status must be one of: created, in_progress, /],
    [['applicants', '--limit', '0'], /^--limit must be a whole number from 1 /],
    [['applicants', '--colour', 'red'], /^Unknown option '--colour': see `kyb list applicants --help`\./],
    [['applicants', 'app_1'], /^Unknown argument 'app_1'/],
    [['notes'], /^<id> is missing\./],
    [[], /^kyb list needs another word: widgets, /],
    [['toString'], /^kyb list does not know 'toString': widgets, /],
  ])('%j is refused in one line', async (words, line) => {
    const { kyb, received } = await kybOn(applicants);
    const { status, err } = await kyb('list', ...words);
    expect([status, err.split('\n').length, received.length]).toStrictEqual([2, 2, 0]);
    expect(err).toMatch(line);
  });

  test('an API that refuses or fails is told apart from a wrong command line', async () => {
    const limited = await kybOn((response) => refuse(response, 429, 'RATE_LIMITED'));
    expect(await limited.kyb('list', 'widgets')).toStrictEqual({
      status: 1,
      out: '',
      err: 'It is RATE_LIMITED. (RATE_LIMITED) Try again later.\n',
    });
    expect(limited.received).toHaveLength(3);
  });
});
