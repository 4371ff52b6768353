import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Stack } from 'aws-cdk-lib/core';
import type { EdgeConfig } from '#infra/stage-config';

/** The zone that holds the edge's host; undefined when its records are made by hand. */
export const zoneOf = (stack: Stack, { hostedZone }: EdgeConfig): IHostedZone | undefined =>
  hostedZone &&
  HostedZone.fromHostedZoneAttributes(stack, 'zone', { hostedZoneId: hostedZone.id, zoneName: hostedZone.name });

/**
 * A certificate of a host in the region of a stack: the given one, or one that the zone validates. The records that
 * validate a host are the same in every region, so both regions share them (AWS Certificate Manager User Guide, "DNS
 * validation").
 */
export const makeCertificate = (
  stack: Stack,
  domainName: string,
  zone: IHostedZone | undefined,
  arn: string | undefined,
): ICertificate =>
  arn !== undefined
    ? Certificate.fromCertificateArn(stack, 'certificate', arn)
    : new Certificate(stack, 'certificate', { domainName, validation: CertificateValidation.fromDns(zone) });
