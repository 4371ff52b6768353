import {
  DkimIdentity,
  EasyDkimSigningKeyLength,
  EmailIdentity,
  Identity,
  MailFromBehaviorOnMxFailure,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { mailFromDomain } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

/**
 * SES's identity of the domain of a stage's mails. DKIM keys have 2048 bits, and mails bounce to a subdomain of their
 * own, so that SPF and DKIM both align with the sender's domain, as DMARC demands. Until that subdomain has its records,
 * SES uses its own. Source: Amazon SES Developer Guide, "Using a custom MAIL FROM domain" and "Complying with DMARC".
 */
export const makeMailIdentity = (scope: Construct, { domain }: StageConfig['mail']): EmailIdentity =>
  new EmailIdentity(scope, 'mail', {
    identity: Identity.domain(domain),
    dkimSigning: true,
    dkimIdentity: DkimIdentity.easyDkim(EasyDkimSigningKeyLength.RSA_2048_BIT),
    mailFromDomain: mailFromDomain(domain),
    mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
  });
