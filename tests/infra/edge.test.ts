import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { cachedRoutes } from '#infra/cached-routes';
import { addressLimit } from '#infra/constructs/firewall';
import { STAGES } from '#infra/stage-config';
import { checkSentSecret } from '#scripts/deploy/edge-secret';
import type { Template } from '#scripts/deploy/template';
import type { Contract } from '#shared/http/contract';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';
import {
  functionsOf,
  resourcesOf,
  type SynthesizedStage,
  settingsOf,
  synthesizeConfig,
  withEdge,
} from './synthesis.ts';

const off = synthesizeConfig(settingsOf('prod'));
const on = synthesizeConfig(withEdge(settingsOf('prod')));
const moving = synthesizeConfig(withEdge(settingsOf('prod'), { alsoDirect: true }));

/** The properties of the only resource of a type. */
const only = (stage: SynthesizedStage, type: string) => {
  const found = resourcesOf(stage, type);
  expect(found, type).toHaveLength(1);
  return found[0]?.Properties;
};

const distribution = only(on, 'AWS::CloudFront::Distribution').DistributionConfig;
const variables = (stage: SynthesizedStage) =>
  functionsOf(stage)
    .filter(({ stack }) => stack.startsWith('api'))
    .map(({ properties }) => properties.Environment.Variables);

describe('a stage without an edge', () => {
  test('has nothing in the region of edges, and its functions take every call', () => {
    expect(Object.keys(off.stacks)).not.toContain('edge');
    expect(Object.keys(off.stacks)).not.toContain('origin');
    for (const one of variables(off)) expect(one).not.toHaveProperty('EDGE_ONLY');
    expect(only(off, 'AWS::ApiGatewayV2::Api')).not.toHaveProperty('DisableExecuteApiEndpoint');
  });

  test('is what every stage is until an operator configures one', () => {
    for (const stage of STAGES) expect(settingsOf(stage)).not.toHaveProperty('edge');
  });
});

describe('a stage with an edge', () => {
  test('closes API Gateway’s own address, and its functions refuse what does not come through the edge', () => {
    expect(only(on, 'AWS::ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBe(true);
    expect(variables(on).length).toBe(CONTRACTS.length + 1);
    for (const one of variables(on)) expect(one.EDGE_ONLY).toBe('true');
  });

  test('leaves both open while its callers move', () => {
    expect(only(moving, 'AWS::ApiGatewayV2::Api')).not.toHaveProperty('DisableExecuteApiEndpoint');
    for (const one of variables(moving)) expect(one).not.toHaveProperty('EDGE_ONLY');
    expect(Object.keys(moving.stacks)).toEqual(Object.keys(on.stacks));
  });

  test('is known by the edge’s host: in its tokens, its documents and its outputs', () => {
    const addresses = variables(on).map(({ API_URL }) => API_URL);
    expect(new Set(addresses.filter((address) => address !== undefined))).toEqual(new Set(['https://api.kyb.ng']));
    expect(on.stacks['api']?.Outputs?.['ApiUrl']?.Value).toBe('https://api.kyb.ng');
  });

  test('answers to that host in its own region, under a name that only DNS knows', () => {
    const { origin } = on.stacks;
    expect(only({ ...on, stacks: { origin } } as never, 'AWS::ApiGatewayV2::DomainName')).toMatchObject({
      DomainName: 'api.kyb.ng',
      DomainNameConfigurations: [{ SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' }],
    });
    expect(only(on, 'AWS::ApiGatewayV2::ApiMapping')).toMatchObject({ Stage: '$default' });
    const records = resourcesOf(on, 'AWS::Route53::RecordSet').map(
      ({ stack, Properties: { Name, Type } }) => `${stack} ${Type} ${Name}`,
    );
    expect(records.sort()).toEqual(['edge A api.kyb.ng.', 'edge AAAA api.kyb.ng.', 'origin A origin.api.kyb.ng.']);
  });

  test('refers to no other region from the region of edges', () => {
    expect(JSON.stringify(on.stacks['edge'])).not.toMatch(/ImportValue|Custom::|eu-west-1/);
    const types = Object.values(on.stacks['edge']?.Resources ?? {}).map(({ Type }) => Type);
    expect(types).not.toContain('AWS::Lambda::Function');
  });

  test('deploys its edge after every endpoint, which then knows a new secret of it', () => {
    const { dependencies } = on;
    const endpoints = Object.keys(on.stacks).filter((name) => name.startsWith('api-'));
    expect(dependencies['edge']).toEqual(expect.arrayContaining([...endpoints, 'origin']));
  });

  test('takes certificates that were made elsewhere, and leaves the records to the operator', () => {
    const arn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/1`;
    const certificateArns = { edge: arn('us-east-1'), api: arn('eu-west-1') };
    const config = withEdge(settingsOf('dev'), { certificateArns, hostedZone: undefined as never });
    const stage = synthesizeConfig(config);
    for (const type of ['AWS::CertificateManager::Certificate', 'AWS::Route53::RecordSet'])
      expect(resourcesOf(stage, type)).toEqual([]);
    const { ViewerCertificate } = only(stage, 'AWS::CloudFront::Distribution').DistributionConfig;
    expect(ViewerCertificate.AcmCertificateArn).toBe(certificateArns.edge);
    expect(stage.stacks['edge']?.Outputs).toHaveProperty('EdgeTarget');
    expect(stage.stacks['origin']?.Outputs).toHaveProperty('OriginTarget');
  });
});

describe('the edge', () => {
  test('sends the secret of the stage’s first hash, which is in no template', () => {
    const [origin, ...others] = distribution.Origins;
    expect(others).toEqual([]);
    expect(origin.DomainName).toBe('origin.api.kyb.ng');
    expect(origin.OriginCustomHeaders).toEqual([
      {
        HeaderName: 'X-Origin-Verify',
        HeaderValue: `{{resolve:secretsmanager:kyb-service/prod/edge:SecretString:${'a'.repeat(64)}::}}`,
      },
    ]);
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
  });

  test('sends another secret only once every function knows it: the deploy keeps the hash of the one that is sent', () => {
    const [sent, next] = ['a'.repeat(64), 'b'.repeat(64)];
    const deployed = [{ name: 'kyb-service-prod-edge', template: on.stacks['edge'] as Template }];
    const check = (edgeSecretHashes: readonly string[], present = deployed) =>
      checkSentSecret({ ...on.config, edgeSecretHashes }, present);
    expect(() => check([next])).toThrow(`hash ${sent}. Keep it in edgeSecretHashes, after the new one`);
    for (const hashes of [[next, sent], [sent, next], [sent]]) expect(() => check(hashes)).not.toThrow();
    expect(() => check([next], [])).not.toThrow();
    expect(() => checkSentSecret({ ...off.config, edgeSecretHashes: [] }, deployed)).not.toThrow();
  });

  test('gives up after API Gateway does', () => {
    expect(distribution.Origins[0].CustomOriginConfig.OriginReadTimeout).toBeGreaterThan(30);
  });

  test('speaks HTTP/2 and 3, IPv6 and no TLS below 1.2, and has locations in Africa', () => {
    expect(distribution).toMatchObject({
      Aliases: ['api.kyb.ng'],
      HttpVersion: 'http2and3',
      IPV6Enabled: true,
      PriceClass: 'PriceClass_200',
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    });
    expect(distribution.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('https-only');
    expect(distribution.DefaultCacheBehavior.AllowedMethods).toEqual(expect.arrayContaining(['PATCH', 'DELETE']));
  });

  test('keeps no error, because the next caller would get it', () => {
    const kept = distribution.CustomErrorResponses.filter(
      (one: { ErrorCachingMinTTL: number }) => one.ErrorCachingMinTTL !== 0,
    );
    expect(kept).toEqual([]);
    const codes = distribution.CustomErrorResponses.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode);
    expect(codes).toEqual([400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]);
    // A page in place of an error would hide its body.
    expect(JSON.stringify(distribution.CustomErrorResponses)).not.toContain('ResponsePagePath');
  });

  test('forwards everything of a request, and reports the viewer', () => {
    const policies = resourcesOf(on, 'AWS::CloudFront::OriginRequestPolicy');
    const policy = policies.find(({ id }) => id === distribution.DefaultCacheBehavior.OriginRequestPolicyId.Ref);
    expect(policy?.Properties.OriginRequestPolicyConfig).toMatchObject({
      HeadersConfig: {
        HeaderBehavior: 'allViewerAndWhitelistCloudFront',
        Headers: ['CloudFront-Viewer-Address', 'CloudFront-Viewer-Country'],
      },
      CookiesConfig: { CookieBehavior: 'all' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
  });

  test('adds security headers to its own responses, and replaces none of the API’s', () => {
    const { SecurityHeadersConfig: headers } = only(
      on,
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).ResponseHeadersPolicyConfig;
    expect(headers).toEqual({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: false },
      ContentTypeOptions: { Override: false },
    });
    for (const behavior of [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors])
      expect(behavior).toHaveProperty('ResponseHeadersPolicyId');
  });

  test('logs the address and the id of each request, and nothing that could be a secret', () => {
    expect(only(on, 'AWS::Logs::Delivery').RecordFields).toEqual([
      ...['date', 'time', 'x-edge-request-id', 'c-ip', 'cs-method', 'sc-status'],
      ...['x-edge-result-type', 'x-edge-detailed-result-type', 'time-taken'],
    ]);
    const [group, ...others] = resourcesOf(on, 'AWS::Logs::LogGroup').filter(({ stack }) => stack === 'edge');
    expect(others).toEqual([]);
    expect(group?.Properties).toMatchObject({
      LogGroupName: '/aws/vendedlogs/kyb-service-prod-edge',
      RetentionInDays: 90,
    });
  });
});

describe('what the edge keeps', () => {
  const cached = CONTRACTS.filter(({ route }) => cachedRoutes(CONTRACTS).includes(route)) as readonly Contract[];
  const others = (CONTRACTS as readonly Contract[]).filter((contract) => !cached.includes(contract));

  test('are the documents, the loader and the keys, each at its own path and nothing else', () => {
    expect(distribution.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern).sort()).toEqual([
      ...['/.well-known/jwks.json', '/v1/docs', '/v1/docs/renderer.js', '/v1/openapi.json', '/widget.js'],
    ]);
    expect(distribution.DefaultCacheBehavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
  });

  test.each(cached)(
    '$name is the same for everybody: no credential, no parameter in its path, no limit',
    (contract) => {
      expect(contract).toMatchObject({ method: 'GET', caller: 'public' });
      for (const part of ['path', 'body', 'limit', 'cookies', 'idempotent']) expect(contract).not.toHaveProperty(part);
      expect(contract.touches).not.toHaveProperty('writes');
    },
  );

  test('is kept for as long as it says itself, by everything that it differs by', () => {
    const { CachePolicyConfig: policy } = only(on, 'AWS::CloudFront::CachePolicy');
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0 });
    expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Origin'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      EnableAcceptEncodingGzip: true,
      EnableAcceptEncodingBrotli: true,
    });
  });

  test('no other response says that it may be kept', () => {
    expect(others.filter(({ cacheSeconds }) => cacheSeconds !== undefined)).toEqual([]);
    // A handler's own header would replace that of the kit, which is `no-store`.
    const own = globSync('functions/api/*/*.ts').filter((file) => /cache-control/i.test(readFileSync(file, 'utf8')));
    const allowed = cached.map(({ group, name }) => `functions/api/${group}/${name}.ts`);
    expect(own.filter((file) => !allowed.includes(file))).toEqual([]);
    const shared = globSync('shared/**/*.ts').filter((file) => /'cache-control'/i.test(readFileSync(file, 'utf8')));
    expect(shared.sort()).toEqual(['shared/http/response.ts', 'shared/http/unrouted.ts']);
  });
});

describe('the firewall', () => {
  const { Rules, Scope, DefaultAction, CustomResponseBodies, VisibilityConfig } = only(on, 'AWS::WAFv2::WebACL');
  const rule = (name: string) => Rules.find((one: { Name: string }) => one.Name === name);

  test('stands before the edge, and lets through what no rule stops', () => {
    expect(distribution.WebACLId['Fn::GetAtt'][1]).toBe('Arn');
    expect({ Scope, DefaultAction }).toEqual({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(Rules.map(({ Name, Priority }: { Name: string; Priority: number }) => [Priority, Name])).toEqual([
      [0, 'blocked-addresses'],
      [1, 'AWSManagedRulesAmazonIpReputationList'],
      [2, 'address-limit'],
      [3, 'AWSManagedRulesKnownBadInputsRuleSet'],
      [4, 'AWSManagedRulesCommonRuleSet'],
    ]);
  });

  test('blocks the addresses that an operator lists, of both versions', () => {
    const sets = resourcesOf(on, 'AWS::WAFv2::IPSet');
    expect(sets.map(({ Properties }) => [Properties.Name, Properties.IPAddressVersion])).toEqual([
      ['kyb-service-prod-blocked-ipv4', 'IPV4'],
      ['kyb-service-prod-blocked-ipv6', 'IPV6'],
    ]);
    const blocking = rule('blocked-addresses');
    expect(blocking.Action).toEqual({ Block: {} });
    for (const { id } of sets) expect(JSON.stringify(blocking.Statement)).toContain(id);
  });

  test('takes no body for an attack, so that uploads and texts pass, and no client without a name', () => {
    const group = rule('AWSManagedRulesCommonRuleSet').Statement.ManagedRuleGroupStatement;
    const counted = group.RuleActionOverrides.map((one: { Name: string; ActionToUse: unknown }) => {
      expect(one.ActionToUse).toEqual({ Count: {} });
      return one.Name;
    });
    expect(counted).toEqual([
      'NoUserAgent_HEADER',
      ...['SizeRestrictions_BODY', 'EC2MetaDataSSRF_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY'],
      'CrossSiteScripting_BODY',
    ]);
  });

  test.each(['dev', 'staging', 'prod'])(
    'of %s lets an address use up every limit of the interface, and not the stage',
    (name) => {
      const perMinute = Object.values(RATE_LIMITS)
        .filter(({ per }) => per === 'address')
        .reduce((sum, { requests }) => sum + requests, 0);
      const limit = addressLimit(settingsOf(name));
      expect(limit).toBeGreaterThan(3 * perMinute);
      expect(limit).toBeLessThanOrEqual((settingsOf(name).throttle.requestsPerSecond * 60) / 4);
    },
  );

  test('answers a flood as our own limits do', () => {
    const { RateBasedStatement } = rule('address-limit').Statement;
    expect(RateBasedStatement).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: 60, Limit: 30_000 });
    const { CustomResponse } = rule('address-limit').Action.Block;
    expect(CustomResponse.ResponseCode).toBe(429);
    expect(CustomResponse.ResponseHeaders).toEqual([
      { Name: 'Retry-After', Value: '60' },
      { Name: 'X-Error-Code', Value: 'RATE_LIMITED' },
    ]);
    const { Content, ContentType } = CustomResponseBodies[CustomResponse.CustomResponseBodyKey];
    expect(ContentType).toBe('APPLICATION_JSON');
    expect(Object.keys(JSON.parse(Content))).toEqual(['success', 'message']);
  });

  test('counts what each rule does, and keeps no sample of a request', () => {
    for (const visibility of [
      VisibilityConfig,
      ...Rules.map((one: { VisibilityConfig: unknown }) => one.VisibilityConfig),
    ])
      expect(visibility).toMatchObject({ CloudWatchMetricsEnabled: true, SampledRequestsEnabled: false });
  });
});

describe('concurrency', () => {
  const reserved = (stage: SynthesizedStage) =>
    new Map(
      functionsOf(stage)
        .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
        .map(({ name, properties }) => [name, properties.ReservedConcurrentExecutions as number]),
    );

  test('is reserved for nobody until the account’s quota is raised', () => {
    expect(reserved(off).size).toBe(0);
  });

  test('is reserved for what hashes passwords or waits for others, and leaves the others half of the quota', () => {
    const shares = reserved(on);
    expect([...shares.keys()]).toEqual(
      expect.arrayContaining(['log-in', 'sign-up', 'reset-password', 'send-message', 'verify-cac', 'start-top-up']),
    );
    expect(new Set(shares.values())).toEqual(new Set([30]));
    expect([...shares.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(500);
  });
});
