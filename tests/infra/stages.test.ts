import { describe, expect, test } from 'vitest';
import { STAGES, type StageConfig } from '#infra/stage-config';
import { checkedStage, StageRefused } from '#infra/stage-rules';
import { remindersOf, stageConfig } from '#infra/stages';
import { BACKUP } from './backup-setting.ts';
import { settingsOf, withEdge } from './synthesis.ts';

const prod: StageConfig = { ...settingsOf('prod'), account: '111111111111' };
const EDGE = { domainName: 'api.kyb.ng', hostedZone: { id: 'Z1', name: 'kyb.ng' } };
const ARN = 'arn:aws:acm:eu-west-1:111122223333:certificate/1';
const edged = withEdge(prod);
const vault = ({ region }: StageConfig, account = prod.account ?? '111111111111') =>
  `arn:aws:backup:${region}:${account}:backup-vault:kyb-copies`;
const changed = (config: StageConfig, change: Partial<StageConfig>) => () => checkedStage({ ...config, ...change });

describe('a stage is refused, in one line that states what to change,', () => {
  test.each<[string, () => unknown, string]>([
    [
      'that does not exist',
      () => settingsOf('production'),
      'There is no stage production. Choose one of local, dev, staging, prod',
    ],
    [
      'prod with scaled limits',
      () => settingsOf('prod', { rateLimitScale: '10' }),
      'RATE_LIMIT_SCALE is not allowed in prod',
    ],
    [
      'prod with narrower limits than those of the interface',
      () => settingsOf('prod', { rateLimitScale: '0.5' }),
      'RATE_LIMIT_SCALE is not allowed in prod',
    ],
    [
      'prod with limits that are barely narrower',
      () => settingsOf('prod', { rateLimitScale: '0.999' }),
      'RATE_LIMIT_SCALE is not allowed in prod',
    ],
    ['a negative scale', () => settingsOf('dev', { rateLimitScale: '-1' }), 'RATE_LIMIT_SCALE must be a number'],
    [
      'a scale that is not a number',
      () => settingsOf('dev', { rateLimitScale: 'ten' }),
      'RATE_LIMIT_SCALE must be a number',
    ],
    ['a scale of zero', () => settingsOf('dev', { rateLimitScale: '0' }), 'RATE_LIMIT_SCALE must be a number'],
    ['an infinite scale', () => settingsOf('dev', { rateLimitScale: 'Infinity' }), 'RATE_LIMIT_SCALE must be a number'],
    ['prod with invented live results', changed(prod, { simulateLiveSources: true }), 'simulateLiveSources'],
    [
      'staging with invented live results',
      changed(settingsOf('staging'), { simulateLiveSources: true }),
      'simulateLiveSources',
    ],
    ['prod with simulated payments', changed(prod, { checkout: { kind: 'simulated' } }), 'simulated checkout'],
    ['prod without a payment provider', changed(prod, { checkout: { kind: 'none' } }), 'prod takes payments'],
    [
      'staging with simulated payments',
      changed(settingsOf('staging'), { checkout: { kind: 'simulated' } }),
      'simulated checkout',
    ],
    [
      'dev with webhooks to the loopback address',
      changed(settingsOf('dev'), { allowLoopbackEndpoints: true }),
      'allowLoopbackEndpoints',
    ],
    ['that expects no calls', changed(prod, { expectedCallsPerHour: 0 }), 'expectedCallsPerHour'],
    ['without a quota of functions', changed(prod, { lambdaConcurrency: -1 }), 'lambdaConcurrency'],
    ['with texts for nothing', changed(prod, { textMessages: { monthlySpendUsd: 0 } }), 'monthlySpendUsd'],
    ['with a budget of nothing', changed(prod, { monthlyBudgetUsd: 0 }), 'monthlyBudgetUsd'],
    [
      'with a budget that is mailed to nobody',
      changed(settingsOf('local'), { monthlyBudgetUsd: 100 }),
      'monthlyBudgetUsd must be a number above 0, and needs an alarmEmail',
    ],
    [
      'whose probe has a URL instead of a host',
      changed(prod, { outsideProbe: { host: 'https://api.example.com' } }),
      'outsideProbe.host',
    ],
    [
      'that is probed but not observed',
      changed(prod, { outsideProbe: { host: 'api.example.com' }, observed: false }),
      'outsideProbe.host',
    ],
    ['with a model without an id', changed(prod, { model: { modelId: 'nova lite', maxAnswerTokens: 512 } }), 'modelId'],
    [
      'with answers longer than a model can write in time',
      changed(prod, { model: { modelId: 'amazon.nova-lite-v1:0', maxAnswerTokens: 9_999 } }),
      'maxAnswerTokens',
    ],
    [
      'with a guardrail without a version',
      changed(prod, {
        model: { modelId: 'amazon.nova-lite-v1:0', maxAnswerTokens: 512, guardrail: { id: 'gr1', version: 'latest' } },
      }),
      'model.guardrail',
    ],
    [
      'local with a model',
      changed(settingsOf('local'), { model: { modelId: 'amazon.nova-lite-v1:0', maxAnswerTokens: 512 } }),
      'model is not allowed in local',
    ],
    [
      'local with tracing',
      changed(settingsOf('local'), { tracing: true }),
      'tracing is not allowed in local, because the emulator has no X-Ray',
    ],
    [
      'with a shift of traffic that no alarm watches',
      changed(prod, { observed: false }),
      'trafficShift needs observed',
    ],
    ['without web origins', changed(prod, { webOrigins: [] }), 'webOrigins'],
    ['with a web origin that has a path', changed(prod, { webOrigins: ['https://app.example.com/'] }), 'webOrigins'],
    [
      'prod with an origin in plain http',
      changed(prod, { webOrigins: ['http://app.example.com'] }),
      'webOrigins must use https',
    ],
    ['with an address of the API that ends in a slash', changed(prod, { apiUrl: 'https://api.kyb.ng/' }), 'apiUrl'],
    ['with an invalid address of the API', changed(prod, { apiUrl: 'api.kyb.ng' }), 'apiUrl'],
    ['prod with its API in plain http', changed(prod, { apiUrl: 'http://api.kyb.ng' }), 'apiUrl must use https'],
    ['with the edge’s secret itself', changed(prod, { edgeSecretHashes: ['a-secret'] }), 'edgeSecretHashes'],
    [
      'with three secrets of the edge',
      changed(prod, { edgeSecretHashes: ['a', 'b', 'c'].map((digit) => digit.repeat(64)) }),
      'edgeSecretHashes',
    ],
    ['local with an edge', changed(settingsOf('local'), { edge: EDGE }), 'edge is not allowed in local'],
    [
      'with an edge whose host is an address',
      changed(edged, { edge: { ...EDGE, domainName: 'https://a.kyb.ng' } }),
      'edge.domainName',
    ],
    ['with an edge and another address', changed(edged, { apiUrl: 'https://api.kyb.ng' }), 'apiUrl must be left out'],
    ['with an edge without a secret', changed(edged, { edgeSecretHashes: [] }), 'make-edge-secret'],
    [
      'with an edge outside its zone',
      changed(edged, { edge: { ...EDGE, domainName: 'api.nkyb.ng' } }),
      'within the zone',
    ],
    [
      'with an edge without a zone or certificates',
      changed(edged, { edge: { domainName: 'api.kyb.ng' } }),
      'hostedZone',
    ],
    [
      'with a certificate in a region that CloudFront does not look at',
      changed(edged, { edge: { domainName: 'api.kyb.ng', certificateArns: { edge: ARN, api: ARN } } }),
      'edge.certificateArns',
    ],
    ['with shares of a quota that is not raised', changed(prod, { lambdaConcurrency: 10 }), 'lambdaConcurrency'],
    [
      'with a sender of another domain',
      changed(prod, { mail: { domain: 'a.example', sender: 'x@b.example' } }),
      'mail.sender',
    ],
    [
      'without a name',
      () => stageConfig(undefined, { rateLimitScale: undefined }),
      'Name the stage with --context stage=',
    ],
    ['with an invalid account', changed(prod, { account: '1234' }), 'account must have twelve digits'],
    ['with a text sender that is too long', changed(prod, { textMessages: { senderId: 'KYBServices1' } }), 'senderId'],
    ['with a text sender without a letter', changed(prod, { textMessages: { senderId: '12345' } }), 'senderId'],
    [
      'local with text messages',
      changed(settingsOf('local'), { textMessages: {} }),
      'textMessages are not allowed in local',
    ],
    ['with alarms for nobody', changed(prod, { alarmEmail: 'operations' }), 'alarmEmail must be an email address'],
    ['with an invalid client at Google', changed(prod, { google: { clientId: ' ' } }), 'google.clientId'],
    [
      'with an issuer whose keys are Google’s',
      changed(prod, { google: { clientId: 'ours', issuer: 'https://id.kyb.ng' } }),
      'URLs of the same provider',
    ],
    [
      'with keys that anybody on the way can replace',
      changed(prod, { google: { clientId: 'ours', issuer: 'https://id.kyb.ng', jwksUrl: 'http://id.kyb.ng/keys' } }),
      'https outside local',
    ],
    ['with demo requests to nobody', changed(prod, { salesEmail: 'sales' }), 'salesEmail must be an email address'],
    ['with support from nobody', changed(prod, { supportEmail: 'support' }), 'supportEmail must be an email address'],
    ['prod without an address for its alarms', changed(prod, { alarmEmail: undefined }), 'prod needs an alarmEmail'],
    ['prod with data that a click deletes', changed(prod, { protectData: false }), 'protect its data'],
    ['prod with the caller’s own rights', changed(prod, { deployWith: 'callerCredentials' }), 'emulator'],
    ['prod with queues in plain http', changed(prod, { requireTls: false }), 'emulator'],
    ['prod with any sender of mail', changed(prod, { mailGrant: 'any' }), 'emulator'],
    ['prod with the time-outs that an emulator needs', changed(prod, { awsPatienceSeconds: 25 }), 'emulator'],
    ['prod with a copy beside the original', changed(prod, { backup: { ...BACKUP, copyTo: [vault(prod)] } }), 'copyTo'],
    ['prod with copies nowhere', changed(prod, { backup: { ...BACKUP, copyTo: [] } }), 'copyTo'],
    ['prod with copies to a bucket', changed(prod, { backup: { ...BACKUP, copyTo: ['arn:aws:s3:::a'] } }), 'copyTo'],
    ['prod with backups all the time', changed(prod, { backup: { ...BACKUP, everyHours: 5 as never } }), 'everyHours'],
    ['prod with copies of no day', changed(prod, { backup: { ...BACKUP, retentionDays: 0 } }), 'retentionDays'],
    ['dev with backups', changed(settingsOf('dev'), { backup: BACKUP }), 'only where data is protected'],
    ['a function that outlives its caller', changed(prod, { apiTimeoutSeconds: 30 }), 'apiTimeoutSeconds'],
    ['prod with the API id of an emulator', changed(prod, { fixedApiId: 'kyblocal' }), 'emulator'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(StageRefused);
    expect(make).toThrow(message);
    expect(make).not.toThrow('\n');
  });

  test('naming everything that is wrong at once', () => {
    const make = changed(prod, { alarmEmail: undefined, salesEmail: 'nobody', apiTimeoutSeconds: 30 });
    for (const message of ['prod needs an alarmEmail', 'salesEmail must be', 'apiTimeoutSeconds must be']) {
      expect(make).toThrow(message);
    }
  });
});

describe('synthesis warns', () => {
  const settled = {
    ...prod,
    mail: { domain: 'kyb.ng', sender: 'no-reply@kyb.ng' },
    alarmEmail: 'ops@kyb.ng',
    salesEmail: 'sales@kyb.ng',
    supportEmail: 'support@kyb.ng',
    backup: BACKUP,
  };
  const messages = (config: StageConfig) => remindersOf(config).map(({ message }) => message);

  test('that the domain is not set', () => {
    expect(messages({ ...settled, mail: { domain: 'kyb.example', sender: 'no-reply@kyb.example' } })).toEqual([
      'Stage prod cannot send email from kyb.example. Set DOMAIN in infra/stages.ts',
    ]);
  });

  test('that nobody receives the alarms', () => {
    expect(messages({ ...settled, alarmEmail: 'operations@kyb.example' })).toEqual([
      'Stage prod notifies nobody of its alarms. Set ALARM_EMAIL in infra/stages.ts',
    ]);
  });

  test('that nobody receives demo requests', () => {
    expect(messages({ ...settled, salesEmail: 'sales@kyb.example' })).toEqual([
      'Stage prod notifies nobody of demo requests. Set SALES_EMAIL in infra/stages.ts',
    ]);
  });

  test('that nobody receives support requests', () => {
    expect(messages({ ...settled, supportEmail: 'support@kyb.example' })).toEqual([
      'Stage prod names a support address that nobody reads. Set SUPPORT_EMAIL in infra/stages.ts',
    ]);
  });

  test('that prod has no copies of its data elsewhere; another stage may be lost', () => {
    const { backup: _, ...without } = settled;
    expect(messages(without)).toEqual(['Stage prod is lost with its region or account. Set backup in infra/stages.ts']);
    expect(messages({ ...without, stage: 'staging' })).toEqual([]);
  });

  test('of no setting that is set, and of none on local', () => {
    expect(messages(settled)).toEqual([]);
    expect(messages(settingsOf('local'))).toEqual([]);
  });
});

describe('the declared stages', () => {
  test.each(STAGES)('%s keeps its own rules', (stage) => {
    expect(settingsOf(stage).stage).toBe(stage);
  });

  test('limits are those of the interface by default', () => {
    for (const stage of STAGES) expect(settingsOf(stage).rateLimitScale).toBe(1);
    expect(settingsOf('staging', { rateLimitScale: '0.5' }).rateLimitScale).toBe(0.5);
  });

  test('no edge is trusted on AWS until the operator configures its secret, and the local one only here', () => {
    for (const stage of ['dev', 'staging', 'prod']) expect(settingsOf(stage).edgeSecretHashes).toEqual([]);
    expect(settingsOf('local').edgeSecretHashes).toHaveLength(1);
  });

  test('account and region are the stage’s own, whatever the deployer’s shell is set to', () => {
    for (const stage of STAGES) expect(settingsOf(stage).region).toBe('eu-west-1');
    expect(settingsOf('local').account).toBe('000000000000');
  });

  test('the address for alarms belongs to the stage, so that no deployment omits it', () => {
    for (const stage of ['dev', 'staging', 'prod']) expect(settingsOf(stage).alarmEmail).toMatch(/^[^@]+@[^@]+$/);
  });
});
