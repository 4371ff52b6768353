import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  type ErrorResponse,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { type App, CfnOutput, Duration, SecretValue, type Stack } from 'aws-cdk-lib/core';
import { cachedRoutes } from '#infra/cached-routes';
import { makeCertificate, zoneOf } from '#infra/constructs/edge-domain';
import { makeFirewall } from '#infra/constructs/firewall';
import { makeLogGroup } from '#infra/constructs/log-group';
import { edgeSecretName, originHost, resourceName } from '#infra/names';
import { EDGE_REGION, type EdgeConfig, type StageConfig } from '#infra/stage-config';
import type { Contract } from '#shared/http/contract';
import { EDGE_SECRET_HEADER } from '#shared/http/edge-headers';
import { makeStack } from './stack.ts';

/** What the edge reports of a viewer, besides the viewer's own headers. */
const VIEWER_HEADERS = ['CloudFront-Viewer-Address', 'CloudFront-Viewer-Country'];

/**
 * Every error that CloudFront would otherwise keep for ten seconds, whatever its `Cache-Control` says, and serve to the
 * next caller: an account would get another's 404. Source: Amazon CloudFront Developer Guide, "Control how long
 * CloudFront caches errors".
 */
const ERRORS_NOT_KEPT: readonly ErrorResponse[] = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map(
  (httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }),
);

/** The security headers of what CloudFront responds with itself. The API's own responses have them already. */
const makeResponseHeaders = (stack: Stack): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, 'response-headers', {
    securityHeadersBehavior: {
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: false,
      },
      contentTypeOptions: { override: false },
    },
  });

/**
 * The API behind the edge. `OriginHeaders` has the secret as a reference that CloudFormation resolves in the stack's
 * region, so no template has it; CloudFront's own configuration does. Changing the first hash changes the reference, and
 * with it the header.
 */
const makeOrigin = ({ stage, edgeSecretHashes: [hash = ''] }: StageConfig, { domainName }: EdgeConfig): HttpOrigin =>
  new HttpOrigin(originHost(domainName), {
    customHeaders: {
      [EDGE_SECRET_HEADER]: SecretValue.secretsManager(edgeSecretName(stage), { jsonField: hash }).unsafeUnwrap(),
    },
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // Longer than API Gateway waits for a function, whose own response then arrives.
    readTimeout: Duration.seconds(35),
    keepaliveTimeout: Duration.seconds(30),
  });

const makeDistribution = (
  stack: Stack,
  stage: StageConfig,
  edge: EdgeConfig,
  contracts: readonly Contract[],
  certificate: ICertificate,
): Distribution => {
  const shared = {
    origin: makeOrigin(stage, edge),
    responseHeadersPolicy: makeResponseHeaders(stack),
    compress: true,
  };
  // Names what the responses differ by: the coding, the origin of a page (CORS), and the version in the query.
  const cachePolicy = new CachePolicy(stack, 'documents', {
    comment: 'Public documents, for as long as their Cache-Control says',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(365),
    headerBehavior: CacheHeaderBehavior.allowList('Origin'),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
  const cached = {
    ...shared,
    cachePolicy,
    // The host, by which API Gateway knows the API; no cookie and no credential.
    originRequestPolicy: new OriginRequestPolicy(stack, 'document-requests', {
      headerBehavior: OriginRequestHeaderBehavior.allowList('Host', ...VIEWER_HEADERS),
      cookieBehavior: OriginRequestCookieBehavior.none(),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    allowedMethods: AllowedMethods.ALLOW_ALL,
  };
  return new Distribution(stack, 'distribution', {
    comment: `KYB service, ${stage.stage}`,
    domainNames: [edge.domainName],
    certificate,
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    // The cheapest with locations in Africa (Amazon CloudFront Developer Guide, "Choose the price class").
    priceClass: PriceClass.PRICE_CLASS_200,
    webAclId: makeFirewall(stack, stage).attrArn,
    errorResponses: [...ERRORS_NOT_KEPT],
    defaultBehavior: {
      ...shared,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(stack, 'requests', {
        headerBehavior: OriginRequestHeaderBehavior.all(...VIEWER_HEADERS),
        cookieBehavior: OriginRequestCookieBehavior.all(),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      // A credential in plain http is not redirected: it has leaked, and its sender has to notice.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
    },
    additionalBehaviors: Object.fromEntries(cachedRoutes(contracts).map((route) => [route, cached])),
  });
};

/**
 * The edge's log: one line per request with the viewer's address, and its id, which the service's own lines have as
 * `edgeRequestId`. Paths, queries and headers are left out, because they hold tokens. Source: Amazon CloudFront
 * Developer Guide, "Configure standard logging (v2)".
 */
const makeLog = (stack: Stack, stage: StageConfig, { distributionArn }: Distribution): void => {
  const name = resourceName(stage.stage, 'edge');
  const group = makeLogGroup(stack, 'log', `/aws/vendedlogs/${name}`, stage.accessLogRetentionDays, stage);
  const source = new CfnDeliverySource(stack, 'log-source', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distributionArn,
  });
  const destination = new CfnDeliveryDestination(stack, 'log-destination', {
    name,
    destinationResourceArn: group.logGroupArn,
    outputFormat: 'json',
  });
  const delivery = new CfnDelivery(stack, 'log-delivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: [
      ...['date', 'time', 'x-edge-request-id', 'c-ip', 'cs-method', 'sc-status'],
      ...['x-edge-result-type', 'x-edge-detailed-result-type', 'time-taken'],
    ],
  });
  delivery.node.addDependency(source);
};

/**
 * The edge of a stage: a CloudFront distribution with its certificate, firewall, log and records. All of it is in the
 * one region from which CloudFront takes certificates and firewalls. It finds the API by a fixed name, so that no stack
 * refers to another region (docs/decisions/0099).
 */
export const makeEdgeStack = (
  app: App,
  stage: StageConfig,
  edge: EdgeConfig,
  contracts: readonly Contract[],
): Stack => {
  const stack = makeStack(app, 'edge', 'The edge of the KYB service: CloudFront and its firewall', stage, EDGE_REGION);
  const zone = zoneOf(stack, edge);
  const certificate = makeCertificate(stack, edge.domainName, zone, edge.certificateArns?.edge);
  const distribution = makeDistribution(stack, stage, edge, contracts, certificate);
  makeLog(stack, stage, distribution);
  new CfnOutput(stack, 'EdgeTarget', { value: distribution.distributionDomainName });
  if (!zone) return stack;
  const record = {
    zone,
    recordName: `${edge.domainName}.`,
    target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
  };
  new ARecord(stack, 'record', record);
  new AaaaRecord(stack, 'record-ipv6', record);
  return stack;
};
