import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { functionVariables } from '#infra/environment';
import { STAGES, type StageConfig } from '#infra/stage-config';
import type { Touches } from '#shared/http/contract';
import { settingsOf, withEdge } from './synthesis.ts';

const ADDRESSES = {
  tableName: 'the-table',
  bucketName: 'the-bucket',
  queueUrls: { deliveries: 'https://queue.example/deliveries', mails: 'https://queue.example/mails' },
  unpublishableQueueUrl: 'https://queue.example/unpublishable-events-dlq',
};
const of = (stage: string, touches: Touches = {}) => functionVariables(touches, settingsOf(stage), ADDRESSES);

describe('the environment of a function', () => {
  test('names the stage, its table, its limits, its origins and its tokens', () => {
    const stage = {
      ...settingsOf('staging'),
      webOrigins: ['https://app.kyb.ng', 'https://admin.kyb.ng'],
      tokenAudience: 'kyb',
    };
    expect(functionVariables({}, stage, ADDRESSES)).toEqual({
      STAGE: 'staging',
      TABLE_NAME: 'the-table',
      RATE_LIMIT_SCALE: '1',
      WEB_ORIGINS: 'https://app.kyb.ng,https://admin.kyb.ng',
      TOKEN_AUDIENCE: 'kyb',
    });
  });

  test('names each secret that the function declares, and no other', () => {
    expect(of('dev', { uses: ['signing', 'pepper'] })).toMatchObject({
      SIGNING_SECRET_NAME: 'kyb-service/dev/signing',
      PEPPER_SECRET_NAME: 'kyb-service/dev/pepper',
    });
    expect(of('dev', { uses: ['signing'] })).not.toHaveProperty('VAULT_SECRET_NAME');
    expect(of('dev', { uses: ['vault'] })).toHaveProperty('VAULT_SECRET_NAME', 'kyb-service/dev/vault');
  });

  test('names sender, queue and bus where they are touched', () => {
    expect(of('dev', { uses: ['mailer', 'deliveries', 'mails', 'bus'] })).toMatchObject({
      MAIL_FROM: settingsOf('dev').mail.sender,
      MAIL_CONFIGURATION_SET: 'kyb-service-dev-mails',
      DELIVERY_QUEUE_URL: 'https://queue.example/deliveries',
      MAIL_QUEUE_URL: 'https://queue.example/mails',
      BUS_NAME: 'kyb-service-dev-events',
      UNPUBLISHABLE_QUEUE_URL: 'https://queue.example/unpublishable-events-dlq',
    });
    const untouched = of('dev');
    for (const name of ['MAIL_FROM', 'DELIVERY_QUEUE_URL', 'MAIL_QUEUE_URL', 'BUS_NAME', 'UNPUBLISHABLE_QUEUE_URL'])
      expect(untouched).not.toHaveProperty(name);
  });

  test('names the bucket only where files are stored', () => {
    expect(of('dev', { uses: ['verificationUploads'] })).toHaveProperty('BUCKET_NAME', 'the-bucket');
    expect(of('dev')).not.toHaveProperty('BUCKET_NAME');
  });

  test('names the sales address only where visitors’ forms are mailed', () => {
    expect(of('dev', { uses: ['sales'] })).toHaveProperty('SALES_EMAIL', settingsOf('dev').salesEmail);
    expect(of('dev')).not.toHaveProperty('SALES_EMAIL');
    const mailing = [...CONTRACTS, ...CONSUMERS].filter(({ touches }) => touches.uses?.includes('sales'));
    expect(mailing.map(({ name }) => name)).toEqual(['send-mails']);
  });

  test('names the support address only where the API document is served', () => {
    expect(of('dev', { uses: ['support'] })).toHaveProperty('SUPPORT_EMAIL', settingsOf('dev').supportEmail);
    expect(of('dev')).not.toHaveProperty('SUPPORT_EMAIL');
    const naming = CONTRACTS.filter(({ touches: { uses } }: { touches: Touches }) => uses?.includes('support'));
    expect(naming.map(({ name }) => name)).toEqual(['read-openapi']);
  });

  test('says that text messages are sent if the stage has them, and names their sender only to the function that sends them', () => {
    const stage = { ...settingsOf('prod'), textMessages: { senderId: 'KYBService' } };
    const variablesOf = (uses: NonNullable<Touches['uses']>) => functionVariables({ uses }, stage, ADDRESSES);
    expect(variablesOf(['textSender'])).toMatchObject({ TEXT_MESSAGES: 'sns', TEXT_SENDER_ID: 'KYBService' });
    expect(variablesOf(['textSettings'])).toHaveProperty('TEXT_MESSAGES', 'sns');
    expect(variablesOf(['textSettings'])).not.toHaveProperty('TEXT_SENDER_ID');
    expect(of('prod', { uses: ['textSender'] })).not.toHaveProperty('TEXT_SENDER_ID');
    for (const name of ['local', 'dev']) {
      expect(of(name, { uses: ['textSender', 'textSettings'] })).not.toHaveProperty('TEXT_MESSAGES');
    }
    expect(variablesOf([])).not.toHaveProperty('TEXT_MESSAGES');
  });

  test('names the client at Google if the stage has one, and another provider only if it is configured', () => {
    const touches: Touches = { uses: ['google'] };
    const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_ISSUER', 'GOOGLE_JWKS_URL'];
    const ofGoogle = (google: NonNullable<StageConfig['google']>) =>
      functionVariables(touches, { ...settingsOf('prod'), google }, ADDRESSES);
    expect(ofGoogle({ clientId: 'ours' })).toHaveProperty('GOOGLE_CLIENT_ID', 'ours');
    for (const name of names.slice(1)) expect(ofGoogle({ clientId: 'ours' })).not.toHaveProperty(name);
    const other = { clientId: 'ours', issuer: 'https://id.kyb.ng', jwksUrl: 'https://id.kyb.ng/keys' };
    expect(ofGoogle(other)).toMatchObject({ GOOGLE_ISSUER: other.issuer, GOOGLE_JWKS_URL: other.jwksUrl });
    for (const stage of STAGES) for (const name of names) expect(of(stage, touches)).not.toHaveProperty(name);
  });

  test('allows loopback endpoints only on local', () => {
    expect(of('local', { uses: ['endpoints'] })).toHaveProperty('ALLOW_LOOPBACK_ENDPOINTS', 'true');
    for (const stage of ['dev', 'staging', 'prod']) {
      expect(of(stage, { uses: ['endpoints'] })).not.toHaveProperty('ALLOW_LOOPBACK_ENDPOINTS');
    }
  });

  test('has spare threads where customers’ host names are looked up, however many of them hang', () => {
    for (const stage of STAGES) {
      expect(of(stage, { uses: ['endpoints'] })).toHaveProperty('UV_THREADPOOL_SIZE', '32');
      expect(of(stage)).not.toHaveProperty('UV_THREADPOOL_SIZE');
    }
    const lookingUp = [...CONTRACTS, ...CONSUMERS].filter(({ touches }) => touches.uses?.includes('endpoints'));
    expect(lookingUp.map(({ name }) => name)).toEqual(['create-webhook', 'update-webhook', 'deliver-webhook']);
  });

  test('simulates live sources only on local and dev', () => {
    for (const stage of ['local', 'dev']) {
      expect(of(stage, { uses: ['sources'] })).toHaveProperty('SIMULATE_LIVE_SOURCES', 'true');
    }
    for (const stage of ['staging', 'prod']) {
      expect(of(stage, { uses: ['sources'] })).not.toHaveProperty('SIMULATE_LIVE_SOURCES');
    }
  });

  test('names the secret of the live sources if the stage has one', () => {
    const stage = { ...settingsOf('staging'), sourcesSecretName: 'kyb-service/staging/sources' };
    expect(functionVariables({ uses: ['sources'] }, stage, ADDRESSES)).toHaveProperty(
      'SOURCES_SECRET_NAME',
      'kyb-service/staging/sources',
    );
    expect(of('staging', { uses: ['sources'] })).not.toHaveProperty('SOURCES_SECRET_NAME');
  });

  test('takes real money only in prod', () => {
    expect(of('prod', { uses: ['payments'] })).toHaveProperty('PAYSTACK_SECRET_NAME', 'kyb-service/prod/paystack');
    expect(of('prod', { uses: ['payments'] })).not.toHaveProperty('SIMULATED_CHECKOUT');
    for (const stage of ['local', 'dev']) {
      expect(of(stage, { uses: ['payments'] })).toHaveProperty('SIMULATED_CHECKOUT', 'true');
      expect(of(stage, { uses: ['payments'] })).not.toHaveProperty('PAYSTACK_SECRET_NAME');
    }
    for (const name of ['SIMULATED_CHECKOUT', 'PAYSTACK_SECRET_NAME']) {
      expect(of('staging', { uses: ['payments'] })).not.toHaveProperty(name);
    }
  });

  test('has long time-outs for AWS only if an emulator replaces it', () => {
    expect(of('local')).toHaveProperty('AWS_PATIENCE_SECONDS', '25');
    for (const stage of ['dev', 'staging', 'prod']) expect(of(stage)).not.toHaveProperty('AWS_PATIENCE_SECONDS');
  });

  test("contains the API's address for its own functions", () => {
    const apiUrl = 'https://api.kyb.ng';
    expect(functionVariables({}, settingsOf('dev'), { ...ADDRESSES, apiUrl })).toHaveProperty('API_URL', apiUrl);
    expect(of('dev')).not.toHaveProperty('API_URL');
  });

  test('has the hashes of the edge’s secret if the stage has an edge', () => {
    const edgeSecretHashes = ['a'.repeat(64), 'b'.repeat(64)];
    expect(functionVariables({}, { ...settingsOf('prod'), edgeSecretHashes }, ADDRESSES)).toHaveProperty(
      'EDGE_SECRET_HASHES',
      edgeSecretHashes.join(','),
    );
    for (const stage of ['dev', 'staging', 'prod']) expect(of(stage)).not.toHaveProperty('EDGE_SECRET_HASHES');
  });

  test('says that calls come through the edge alone, unless callers still move to it', () => {
    const stage = withEdge(settingsOf('prod'));
    expect(functionVariables({}, stage, ADDRESSES)).toHaveProperty('EDGE_ONLY', 'true');
    const moving = withEdge(settingsOf('prod'), { alsoDirect: true });
    expect(functionVariables({}, moving, ADDRESSES)).not.toHaveProperty('EDGE_ONLY');
    for (const name of STAGES) expect(of(name)).not.toHaveProperty('EDGE_ONLY');
  });

  test("names the stage's model, its region and its guardrail only to the functions that ask it", () => {
    const model = {
      ...{ modelId: 'eu.amazon.nova-lite-v1:0', maxAnswerTokens: 512 },
      guardrail: { id: 'gr1', version: '3' },
    };
    const stage = { ...settingsOf('prod'), model };
    expect(functionVariables({ uses: ['model'] }, stage, ADDRESSES)).toMatchObject({
      MODEL_ID: 'eu.amazon.nova-lite-v1:0',
      MODEL_REGION: 'eu-west-1',
      MODEL_MAX_ANSWER_TOKENS: '512',
      MODEL_GUARDRAIL_ID: 'gr1',
      MODEL_GUARDRAIL_VERSION: '3',
    });
    expect(functionVariables({}, stage, ADDRESSES)).not.toHaveProperty('MODEL_ID');
    expect(functionVariables({ uses: ['model'] }, settingsOf('prod'), ADDRESSES)).not.toHaveProperty('MODEL_ID');
  });
});
