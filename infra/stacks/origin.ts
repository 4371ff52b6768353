import { CfnApiMapping, DomainName, type HttpApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { type App, CfnOutput, type Stack } from 'aws-cdk-lib/core';
import { makeCertificate, zoneOf } from '#infra/constructs/edge-domain';
import { originHost } from '#infra/names';
import type { EdgeConfig, StageConfig } from '#infra/stage-config';
import { makeStack } from './stack.ts';

/**
 * The API under the host of the stage's edge, so that API Gateway's own address can be closed. The edge forwards the
 * `Host` that it was called by, because CloudFront reports the viewer's address only together with all headers of the
 * request, and API Gateway answers only to a host that it knows (docs/decisions/0099).
 */
export const makeOriginStack = (app: App, api: HttpApi, stage: StageConfig, edge: EdgeConfig): Stack => {
  const stack = makeStack(app, 'origin', 'The API of the KYB service behind its edge', stage);
  const zone = zoneOf(stack, edge);
  const domain = new DomainName(stack, 'domain', {
    domainName: edge.domainName,
    certificate: makeCertificate(stack, edge.domainName, zone, edge.certificateArns?.api),
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new CfnApiMapping(stack, 'mapping', {
    apiId: api.apiId,
    domainName: domain.name,
    stage: '$default',
  });
  const { regionalDomainName, regionalHostedZoneId } = domain;
  // Without a zone, the operator makes the record of it by which the edge finds the API.
  new CfnOutput(stack, 'OriginTarget', { value: regionalDomainName });
  if (!zone) return stack;
  new ARecord(stack, 'record', {
    zone,
    recordName: `${originHost(edge.domainName)}.`,
    target: RecordTarget.fromAlias(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId)),
  });
  return stack;
};
