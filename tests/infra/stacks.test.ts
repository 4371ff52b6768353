import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { LOG_QUERIES, queryText } from '#infra/log-queries';
import { FALLBACK_FUNCTION } from '#infra/names';
import { STAGES } from '#infra/stage-config';
import { CLAIM_LEASE_SECONDS } from '#shared/http/idempotency/claim-key';
import { functionsOf, resourcesOf, settingsOf, synthesize, synthesizeConfig } from './synthesis.ts';

/** What browsers and monitors open also responds to HEAD. */
const HEADS = [
  '/.well-known/jwks.json',
  '/v1/docs',
  '/v1/docs/renderer.js',
  '/v1/openapi.json',
  '/w/{token}',
  '/widget.js',
].map((route) => `HEAD ${route}`);

test('a stage with alarms has the questions of support as saved queries, one without has none', () => {
  const saved = resourcesOf(synthesize('prod'), 'AWS::Logs::QueryDefinition').map(({ Properties }) => Properties);
  expect(saved).toEqual(
    LOG_QUERIES.map((query) => ({
      Name: `kyb-service-prod/${query.question}`,
      QueryString: queryText(query),
      ...(query.parameters && {
        Parameters: Object.entries(query.parameters).map(([Name, { description, example }]) => ({
          ...{ Name, Description: description, DefaultValue: example },
        })),
      }),
    })),
  );
  expect(resourcesOf(synthesize('local'), 'AWS::Logs::QueryDefinition')).toEqual([]);
});

describe.each(STAGES)('%s', (name) => {
  const stage = synthesize(name);

  test('has a function for every contract and consumer, and one for unrouted requests', () => {
    const expected = [...CONTRACTS, ...CONSUMERS].map(({ name }) => name);
    expect(
      functionsOf(stage)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...expected, FALLBACK_FUNCTION].sort());
  });

  test('routes every contract and leaves the rest to the fallback', () => {
    const routes = resourcesOf(stage, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    expect(routes.sort()).toEqual(
      [...CONTRACTS.map(({ method, route }) => `${method} ${route}`), ...HEADS, '$default'].sort(),
    );
  });

  test('issues tokens under the address of its own API, which serves their public keys', () => {
    const routes = resourcesOf(stage, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ Properties }) => Properties.RouteKey)).toContain('GET /.well-known/jwks.json');
    const addresses = functionsOf(stage)
      .filter(({ stack }) => stack.startsWith('api-'))
      .map(({ properties }) => JSON.stringify(properties.Environment.Variables.API_URL));
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      expect(address).toMatch(new RegExp(`ImportValue":"kyb-service-${name}-api:.*execute-api`));
    }
  });

  test('runs every function on Node.js 24 and arm64, with 512 MB or more, below its caller’s time-out', () => {
    for (const { name, properties } of functionsOf(stage)) {
      expect(properties.Runtime, name).toBe('nodejs24.x');
      expect(properties.Architectures, name).toEqual(['arm64']);
      expect(properties.MemorySize, name).toBeGreaterThanOrEqual(512);
    }
    for (const { name } of CONTRACTS) {
      const fn = functionsOf(stage).find((one) => one.name === name);
      expect(fn?.properties.Timeout, name).toBeLessThan(30);
      // With five seconds for clock differences, so that the holder of a claim has ended before another may take it.
      expect(fn?.properties.Timeout + 5, name).toBeLessThan(CLAIM_LEASE_SECONDS);
    }
  });

  test('keeps the logs of every function in its own group, for a limited time', () => {
    const groups = functionsOf(stage).map(({ stack, properties }) => {
      const id = properties.LoggingConfig.LogGroup.Ref;
      return { id: `${stack}/${id}`, group: stage.stacks[stack]?.Resources[id] };
    });
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    for (const { id, group } of groups) {
      expect(group?.Properties.RetentionInDays, id).toBe(stage.config.logRetentionDays);
    }
    for (const { Properties } of resourcesOf(stage, 'AWS::Logs::LogGroup')) {
      const isAccessLog = String(Properties.LogGroupName).startsWith('/aws/vendedlogs/');
      const { logRetentionDays, accessLogRetentionDays } = stage.config;
      expect(Properties.RetentionInDays).toBe(isAccessLog ? accessLogRetentionDays : logRetentionDays);
    }
  });

  test('has point-in-time recovery for the table, publishes its changes and encrypts it', () => {
    const [table, ...others] = resourcesOf(stage, 'AWS::DynamoDB::Table');
    expect(others).toEqual([]);
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    });
    const indexes = table?.Properties.GlobalSecondaryIndexes as {
      IndexName: string;
      Projection: { ProjectionType: string };
    }[];
    expect(indexes.map(({ IndexName, Projection }) => [IndexName, Projection.ProjectionType])).toStrictEqual([
      ['gsi1', 'ALL'],
      ['gsi2', 'ALL'],
      ['gsi3', 'ALL'],
      ['gsi4', 'KEYS_ONLY'],
    ]);
  });

  test('generates its secrets, so that nobody has seen them', () => {
    const secrets = resourcesOf(stage, 'AWS::SecretsManager::Secret').map(({ Properties }) => Properties);
    expect(secrets.map(({ Name }) => Name).sort()).toEqual(
      ['pepper', 'signing', 'vault'].map((name) => `kyb-service/${stage.config.stage}/${name}`),
    );
    for (const secret of secrets) {
      expect(secret.GenerateSecretString.PasswordLength).toBe(64);
      expect(secret).not.toHaveProperty('SecretString');
    }
  });

  test('outputs all addresses for its tools', () => {
    const outputs = stage.stacks['api']?.Outputs ?? {};
    for (const name of ['ApiId', 'ApiUrl', 'TableName', 'BucketName', 'WebOrigins', 'RateLimitScale']) {
      expect(outputs, name).toHaveProperty(name);
    }
    for (const name of ['events', 'mails', 'delivery']) {
      expect(stage.stacks[name]?.Outputs, name).toHaveProperty('QueueUrls');
    }
  });

  test('tells consumers whose mails link to the API its public address', () => {
    const [notices] = resourcesOf(stage, 'AWS::Lambda::Function').filter(({ Properties }) =>
      String(Properties.FunctionName).endsWith('-mail-applicant-notices'),
    );
    const [api] = resourcesOf(stage, 'AWS::Lambda::Function').filter(({ Properties }) =>
      String(Properties.FunctionName).endsWith('-preview-widget'),
    );
    const urlOf = (resource: typeof api) => resource?.Properties.Environment.Variables.API_URL;
    expect(urlOf(notices)).toBeDefined();
    expect(urlOf(notices)).toEqual(urlOf(api));
  });

  test('keeps every stack well below the limit of 500 resources', () => {
    for (const [name, { Resources }] of Object.entries(stage.stacks)) {
      expect(Object.keys(Resources).length, name).toBeLessThan(450);
    }
  });
});

test('a stage with a domain issues tokens and states its address under that domain', () => {
  const apiUrl = 'https://api.kyb.ng';
  const stage = synthesizeConfig({ ...settingsOf('dev'), apiUrl });
  const addresses = functionsOf(stage).map(({ properties }) => properties.Environment.Variables.API_URL);
  expect(new Set(addresses.filter((address) => address !== undefined))).toEqual(new Set([apiUrl]));
  expect(stage.stacks['api']?.Outputs?.['ApiUrl']?.Value).toBe(apiUrl);
});
