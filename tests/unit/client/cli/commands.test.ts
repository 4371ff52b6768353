import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '#client/src/cli/commands';
import { clientOf, json, type Received, type Respond, refuse } from '#tests/unit/client/lying-server';
import { startKyb } from './kyb-process.ts';
import { kybOn } from './kyb-world.ts';

/** Responds to each request by its method and path, without the query. */
const routes =
  (table: Readonly<Record<string, object | ((request: Received) => object)>>): Respond =>
  (response, _, request) => {
    const found = table[`${request.method} ${request.path.split('?')[0]}`];
    if (!found) return refuse(response, 404, 'NOT_FOUND');
    return json(response, 200, { success: true, ...(typeof found === 'function' ? found(request) : found) });
  };

const WIDGET = { id: 'wgt_1', name: 'Sellers', environment: 'sandbox', templateId: 'basic', embedLinkToken: 'elt_a/b' };
const TEMPLATES = {
  data: [{ id: 'basic', name: 'Basic', config: { modules: {}, flow: { order: [] } } }],
  pagination: {},
};

describe('kyb widgets create', () => {
  const api = routes({
    'GET /v1/kyb/templates': TEMPLATES,
    'POST /v1/kyb/widgets': ({ body }) => ({ data: { ...WIDGET, ...JSON.parse(body), status: 'draft' } }),
    'PATCH /v1/kyb/widgets/wgt_1/status': { data: { ...WIDGET, status: 'live' } },
  });

  test('creates one with the configuration of its template, and opens it when asked to', async () => {
    const { kyb, received } = await kybOn(api);
    const { status, out, err } = await kyb(
      'widgets',
      'create',
      '--template',
      'Basic',
      '--name',
      'Sellers',
      '--live',
      '--json',
    );
    expect([status, err]).toStrictEqual([0, 'Open its page with `kyb open wgt_1`.\n']);
    expect(JSON.parse(out)).toMatchObject({ id: 'wgt_1', status: 'live', embedLinkToken: 'elt_a/b' });
    expect(JSON.parse(received[1]?.body ?? '')).toStrictEqual({
      name: 'Sellers',
      ...{ templateId: 'basic', config: TEMPLATES.data[0]?.config },
    });
  });

  test.each([
    [[], '--template is missing: `kyb list widget-templates` shows them.'],
    [['--template', 'basic'], '--name is missing: the name of the widget.'],
    [['--template', 'x', '--name', 'y'], "There is no template 'x'. Templates: basic."],
  ])('%j is refused in one line', async (words, line) => {
    const { kyb, received } = await kybOn(api);
    expect(await kyb('widgets', 'create', ...words)).toStrictEqual({ status: 2, out: '', err: `${line}\n` });
    expect(received.filter(({ method }) => method !== 'GET')).toStrictEqual([]);
  });
});

describe('kyb open', () => {
  const live = routes({ 'GET /v1/kyb/widgets/wgt_1': { data: { ...WIDGET, status: 'live' } } });

  test.each([
    ['linux', 'xdg-open'],
    ['darwin', 'open'],
    ['win32', 'rundll32'],
  ] as const)('prints the address of the hosted page and opens it: %s', async (platform, command) => {
    const { kyb, url, programs } = await kybOn(live, { platform, runProgram: async () => '' });
    const address = `${url}/w/elt_a%2Fb`;
    expect(await kyb('open', 'wgt_1')).toStrictEqual({ status: 0, out: `${address}\n`, err: '' });
    expect(programs).toMatchObject([{ command, args: expect.arrayContaining([address]) }]);
  });

  test.each([
    [['--print'], true],
    [[], false],
  ])('only prints it with %j, in a terminal: %s', async (words, isTerminal) => {
    const { kyb, programs } = await kybOn(live, { isTerminal });
    expect((await kyb('open', 'wgt_1', ...words)).status).toBe(0);
    expect(programs).toStrictEqual([]);
  });

  test('says so when no browser opens, and when the widget has no page yet', async () => {
    const { kyb } = await kybOn(live);
    expect((await kyb('open', 'wgt_1')).err).toBe('No browser can be opened here: open the address yourself.\n');
    const draft = await kybOn(routes({ 'GET /v1/kyb/widgets/wgt_1': { data: { ...WIDGET, status: 'draft' } } }));
    const err = 'The widget is draft: only a live one has a page.\n';
    expect(await draft.kyb('open', 'wgt_1')).toStrictEqual({ status: 1, out: '', err });
  });
});

describe('kyb trigger', () => {
  const scenario = (field: string, value: string, match: string, outcome: string, checks: readonly string[]) => ({
    ...{ field, value, match, outcome, checks, where: '', description: `Leads to ${outcome}.` },
  });
  const SCENARIOS = [
    scenario('businessName', 'SANDBOX_REVIEW', 'prefix', 'review', ['applicant', 'add-company']),
    scenario('documentNumber', 'EXPIRED', 'prefix', 'expired', ['scuml_verification']),
    scenario('street', 'SLOW', 'prefix', 'pending', ['address_verification', 'submit-address']),
    scenario('companyNumber', 'RC0000006', 'exact', 'reject', ['add-company']),
  ];
  const field = (name: string, more: object = {}) => ({ name, label: name, type: 'text', required: true, ...more });
  const form = (moduleId: string, fields: readonly object[]) => ({ moduleId, required: true, title: '', fields });
  const FORMS = [
    form('business_profile', [field('businessName', { example: 'Ada Ltd' }), field('phone', { required: false })]),
    form('aml_screening', [field('fullNames', { type: 'list', example: 'Ada Obi' })]),
    form('scuml_verification', [field('certificateNumber', { example: 'SC 1' })]),
    form('ubo_verification', [
      field('people', { type: 'people', fields: [field('fullName', { example: 'Ada Obi' })] }),
    ]),
    form('utility_bill_verification', [field('provider', { type: 'select', options: ['EKO', 'IKEJA'] })]),
  ];

  /** The API with the scenarios; an applicant is decided after it was read once. */
  const sandbox = (widgets: readonly object[] = []) => {
    let reads = 0;
    return routes({
      'GET /v1/sandbox/scenarios': { data: SCENARIOS, pagination: {} },
      'GET /v1/kyb/templates': TEMPLATES,
      'GET /v1/kyb/widgets': { data: widgets, pagination: {} },
      'POST /v1/kyb/widgets': { data: { ...WIDGET, status: 'draft', embedLinkToken: 'elt_1' } },
      'PATCH /v1/kyb/widgets/wgt_1/status': { data: { ...WIDGET, status: 'live', embedLinkToken: 'elt_1' } },
      'GET /v1/widget/embed/elt_1': { data: { modules: FORMS } },
      'POST /v1/kyb/widgets/wgt_1/applicants': { data: { applicant: { id: 'app_1' }, sessionId: 'wses_1' } },
      'PATCH /v1/widget/embed/sessions/wses_1/answers': {},
      'POST /v1/widget/embed/sessions/wses_1/submit': {},
      'GET /v1/kyb/applicants/app_1': () => {
        reads += 1;
        const decided = { status: 'requires_review', riskScore: 40, decisionReason: 'NAME_MISMATCH' };
        return { data: reads === 1 ? { status: 'processing' } : decided };
      },
      'POST /v1/dashboard/companies': { data: { company: { id: 'cmp_1' } } },
    });
  };

  const answersIn = (received: readonly Received[]) =>
    Object.fromEntries(
      received
        .filter(({ path }) => path.endsWith('/answers'))
        .map(({ body }) => {
          const { moduleId, answers } = JSON.parse(body);
          return [moduleId, answers];
        }),
    );

  test('leads an applicant to the outcome: creates it, fills in its form, submits it and waits', async () => {
    const { kyb, received } = await kybOn(sandbox());
    const { status, out, err } = await kyb('trigger', 'SANDBOX_REVIEW', '--json');
    expect([status, err]).toStrictEqual([
      0,
      'Creating the applicant ...\nSubmitting it ...\nWaiting for the decision ...\n',
    ]);
    expect(JSON.parse(out)).toStrictEqual({
      ...{ scenario: 'SANDBOX_REVIEW', outcome: 'review', applicantId: 'app_1' },
      ...{ status: 'requires_review', riskScore: 40, decisionReason: 'NAME_MISMATCH' },
    });
    expect(answersIn(received)).toStrictEqual({
      business_profile: { businessName: 'SANDBOX_REVIEW Ada Ltd' },
      aml_screening: { fullNames: ['Ada Obi'] },
      scuml_verification: { certificateNumber: 'SC 1' },
      ubo_verification: { people: [{ fullName: 'Ada Obi' }] },
      utility_bill_verification: { provider: 'EKO' },
    });
  });

  test('gives the value to the module that takes it, and no other', async () => {
    const { kyb, received } = await kybOn(sandbox());
    await kyb('trigger', 'EXPIRED');
    expect(answersIn(received)).toMatchObject({
      business_profile: { businessName: 'Ada Ltd' },
      scuml_verification: { certificateNumber: 'EXPIRED SC 1' },
    });
    const created = received.find(({ method, path }) => method === 'POST' && path === '/v1/kyb/widgets');
    expect(JSON.parse(created?.body ?? '')).toMatchObject({
      config: { flow: { order: ['business_profile', 'scuml_verification'] } },
    });
  });

  test('uses the widget that it made before, and does not wait for what stays pending', async () => {
    const name = 'kyb trigger: business_profile, address_verification';
    const made = { ...WIDGET, name, status: 'live', embedLinkToken: 'elt_1' };
    const { kyb, received } = await kybOn(sandbox([{ ...made, status: 'paused' }, made]));
    expect(JSON.parse((await kyb('trigger', 'SLOW', '--json')).out)).toStrictEqual({
      ...{ scenario: 'SLOW', outcome: 'pending', applicantId: 'app_1' },
    });
    expect(received.some(({ method, path }) => method === 'POST' && path === '/v1/kyb/widgets')).toBe(false);
  });

  test('adds a company where only a company has the value, once', async () => {
    const { kyb, received } = await kybOn(sandbox());
    const company = { scenario: 'RC0000006', outcome: 'reject', companyId: 'cmp_1' };
    expect(JSON.parse((await kyb('trigger', 'RC0000006', '--json')).out)).toStrictEqual(company);
    expect(JSON.parse(received.at(-1)?.body ?? '')).toStrictEqual({ rcNumber: 'RC0000006' });
    const again = await kybOn((response, index, request) => {
      if (index === 0) return sandbox()(response, index, request);
      return json(response, 409, { code: 'COMPANY_EXISTS', message: 'x', details: { companyId: 'cmp_1' } });
    });
    expect(JSON.parse((await again.kyb('trigger', 'RC0000006', '--json')).out)).toStrictEqual(company);
  });

  test('shows the scenarios', async () => {
    const { kyb } = await kybOn(sandbox());
    expect((await kyb('trigger', '--list')).out).toMatch(
      /^value +outcome +description\nSANDBOX_REVIEW +review +Leads to/,
    );
  });

  test('sends the test event to every active registration, or to the one that is named', async () => {
    const api = routes({
      'GET /v1/developers/webhooks': {
        data: [
          { id: 'whk_1', isActive: true },
          { id: 'whk_2', isActive: false },
        ],
        pagination: {},
      },
      'POST /v1/developers/webhooks/whk_1/test': { data: { id: 'whd_1', status: 'pending' } },
      'POST /v1/developers/webhooks/whk_2/test': { data: { id: 'whd_2', status: 'pending' } },
    });
    const { kyb } = await kybOn(api);
    expect((await kyb('trigger', 'webhook.test')).out).toBe('id     status\nwhd_1  pending\n');
    expect((await kyb('trigger', 'webhook.test', '--webhook', 'whk_2')).out).toBe('id     status\nwhd_2  pending\n');
    const none = await kybOn(routes({ 'GET /v1/developers/webhooks': { data: [], pagination: {} } }));
    const err = 'No webhook registration is active: register an endpoint first.\n';
    expect(await none.kyb('trigger', 'webhook.test')).toStrictEqual({ status: 1, out: '', err });
  });

  test('refuses an unknown scenario, none, and a live key', async () => {
    const { kyb, url, received } = await kybOn(sandbox());
    const unknown = "There is no scenario 'X': `kyb trigger --list` shows them.\n";
    expect(await kyb('trigger', 'X')).toStrictEqual({ status: 2, out: '', err: unknown });
    expect((await kyb('trigger')).err).toBe('A scenario is missing: `kyb trigger --list` shows them.\n');
    expect(received).toHaveLength(1);
    const live = await kybOn(sandbox(), { env: { KYB_API_URL: url, KYB_API_KEY: 'live_sk_x' } });
    const err = 'Scenarios are of the sandbox: use a key that begins with test_sk_.\n';
    expect(await live.kyb('trigger', 'SANDBOX_REVIEW')).toStrictEqual({ status: 1, out: '', err });
    expect(received).toHaveLength(1);
  });
});

describe('kyb tail', () => {
  const EVENT = {
    ...{ id: 'sev_1', event: 'kyb.applicant.decision', createdAt: '2026-11-22T12:00:00.000Z' },
    data: { applicantId: 'app_1', status: 'approved', businessName: 'Ada', referenceId: 'a\nb' },
  };

  const tailing = async (isTerminal: boolean, words: readonly string[] = []) => {
    const stop = new AbortController();
    const feed: Respond = (response) => json(response, 200, { data: [EVENT], nextAfter: 'sandbox-7' });
    const world = await kybOn(feed, { isTerminal, signal: stop.signal, wait: async () => stop.abort() });
    return { ...(await world.kyb('tail', ...words)), path: world.received[0]?.path };
  };

  test('shows each event on one line, with its ids and its status, until Ctrl-C ends it', async () => {
    expect(await tailing(true)).toStrictEqual({
      ...{ status: 0, path: '/v1/developers/events?limit=100&after=sandbox-999999999999' },
      out: `${EVENT.createdAt}  kyb.applicant.decision  sev_1  applicantId=app_1  status=approved  referenceId=a\\u000ab\n`,
      err: 'Following the events of sandbox; Ctrl-C ends it.\n',
    });
  });

  test('prints the events as JSON lines in a pipe, from the position that is named', async () => {
    const { out, err, path } = await tailing(false, ['--after', 'sandbox-0']);
    expect([JSON.parse(out), out.split('\n').length, err]).toStrictEqual([EVENT, 2, '']);
    expect(path).toBe('/v1/developers/events?limit=100&after=sandbox-0');
  });
});

describe('kyb', () => {
  const nowhere: Respond = (response) => refuse(response, 500, 'INTERNAL_ERROR');

  test.each([[], ['help'], ['--help']])('explains itself: %j', async (...words) => {
    const { kyb } = await kybOn(nowhere);
    const { status, out } = await kyb(...words);
    expect([status, out]).toStrictEqual([0, expect.stringMatching(/^kyb \d+\.\d+\.\d+: .*\n\n {2}login /)]);
  });

  test.each(Object.keys(COMMANDS))('explains %s', async (name) => {
    const { kyb, received } = await kybOn(nowhere);
    const [asked, flagged] = [await kyb('help', ...name.split(' ')), await kyb(...name.split(' '), '--help')];
    expect(asked).toStrictEqual(flagged);
    expect([asked.status, asked.out]).toStrictEqual([0, expect.stringContaining(`kyb ${name}`)]);
    expect(received).toStrictEqual([]);
  });

  test('refuses what is no command, and an API that is not there, in one line', async () => {
    const { kyb } = await kybOn(nowhere, { env: { KYB_API_URL: 'http://127.0.0.1:1', KYB_API_KEY: 'test_sk_x' } });
    expect(await kyb('bogus')).toStrictEqual({
      status: 2,
      out: '',
      err: "There is no command 'bogus': see `kyb help`.\n",
    });
    expect(await kyb('widgets')).toMatchObject({ status: 2, err: 'kyb widgets needs another word: create.\n' });
    const { status, err } = await kyb('get', 'wallet');
    expect([status, err]).toStrictEqual([
      1,
      expect.stringMatching(/^The API could not be reached.* \(NO_RESPONSE\) Check .*\n$/),
    ]);
  });

  test.each([
    [[''], ['login', 'widgets', 'list', 'help']],
    [['wi'], ['widgets']],
    [['widgets', ''], ['create']],
    [['list', 'widget-t'], ['widget-templates']],
    [['list', 'applicants', '--sta'], ['--status']],
    [['list', 'applicants', '--status', 'appr'], ['approved']],
    [['list', 'applicants', '--created-by', 'account', '--cr'], []],
    [['get', 'wal'], ['wallet']],
    [['trigger', 'web'], ['webhook.test']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['help', 'list', 'obl'], ['obligations']],
    [['login', '--url', ''], []],
    [['nothing', 'x'], []],
  ])('completes %j', async (words, found) => {
    const { kyb, received } = await kybOn(nowhere);
    const { out } = await kyb('--complete', ...words);
    const lines = out.split('\n').filter(Boolean);
    if (found.length === 0) expect(lines).toStrictEqual([]);
    expect(lines).toEqual(expect.arrayContaining(found));
    expect(lines.every((line) => line.startsWith(words.at(-1) ?? ''))).toBe(true);
    expect(received).toStrictEqual([]);
  });

  test('has a completion that bash accepts and uses, and refuses an unknown shell', async () => {
    const { kyb } = await kybOn(nowhere);
    const { out: script } = await kyb('completion', 'bash');
    const use = 'kyb() { printf "%s\\n" "$@" "two words"; }; COMP_WORDS=(kyb list app); COMP_CWORD=2; _kyb';
    const { stdout } = spawnSync('bash', ['-euc', `${script}${use}; printf "<%s>" "\${COMPREPLY[@]}"`], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('<--complete><list><app><two words>');
    for (const shell of ['zsh', 'fish']) expect((await kyb('completion', shell)).out).toContain('kyb --complete');
    const err = 'Name the shell: `kyb completion bash|zsh|fish`.\n';
    expect(await kyb('completion', 'csh')).toStrictEqual({ status: 2, out: '', err });
  });

  test('ends at Ctrl-C in the middle of a request, without a word', async () => {
    const requested = Promise.withResolvers<void>();
    const { url } = await clientOf(() => requested.resolve());
    const { child, ended } = startKyb(['get', 'wallet'], { KYB_API_URL: url, KYB_API_KEY: 'test_sk_x' });
    await requested.promise;
    child.kill('SIGINT');
    expect(await ended).toStrictEqual({ status: 130, errors: '', output: '' });
  });

  test('ends quietly when nobody reads on', async () => {
    const data = Array.from({ length: 2_000 }, (_, index) => ({ id: `app_${index}`, note: 'x'.repeat(500) }));
    const { url } = await clientOf((response) => json(response, 200, { data, pagination: {} }));
    const words = ['list', 'applicants', '--limit', '2000'];
    const { child, ended } = startKyb(words, { KYB_API_URL: url, KYB_API_KEY: 'test_sk_x' });
    child.stdout.destroy();
    expect(await ended).toMatchObject({ status: 0, errors: '' });
  });
});
