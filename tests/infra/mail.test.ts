import { describe, expect, test } from 'vitest';
import { STAGES } from '#infra/stage-config';
import { actionsOf, functionsOf, resourcesOf, settingsOf, synthesize, synthesizeConfig } from './synthesis.ts';

describe.each(STAGES)('the mails of %s', (stage) => {
  const of = (type: string) => resourcesOf(synthesize(stage), type).map(({ Properties }) => Properties);
  const { domain } = settingsOf(stage).mail;

  test('are signed with keys of 2048 bits, and bounce to a subdomain, without which they are still sent', () => {
    expect(of('AWS::SES::EmailIdentity')).toEqual([
      {
        EmailIdentity: domain,
        DkimAttributes: { SigningEnabled: true },
        DkimSigningAttributes: { NextSigningKeyLength: 'RSA_2048_BIT' },
        MailFromAttributes: { MailFromDomain: `bounce.${domain}`, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' },
      },
    ]);
  });

  test('are sent over TLS only, counted for the reputation, and reported when they do not arrive', () => {
    const [set, ...others] = of('AWS::SES::ConfigurationSet');
    expect(others).toEqual([]);
    expect(set).toMatchObject({
      Name: `kyb-service-${stage}-mails`,
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    // What costs: addresses of our own, and the deliverability manager.
    expect(set.DeliveryOptions).not.toHaveProperty('SendingPoolName');
    expect(set).not.toHaveProperty('VdmOptions');
    const reports = of('AWS::SES::ConfigurationSetEventDestination');
    expect(reports.map(({ EventDestination }) => EventDestination.MatchingEventTypes)).toEqual([
      ['bounce', 'complaint', 'reject'],
    ]);
  });
});

test('an identity that somebody else owns in the account is used, and not created', () => {
  const prod = settingsOf('prod');
  const stage = synthesizeConfig({ ...prod, mail: { ...prod.mail, identity: 'existing' } });
  expect(resourcesOf(stage, 'AWS::SES::EmailIdentity')).toEqual([]);
  const sends = functionsOf(stage)
    .flatMap(({ statements }) => statements)
    .filter((statement) => actionsOf(statement).includes('ses:SendEmail'));
  expect(sends.length).toBeGreaterThan(0);
  for (const { Resource } of sends) expect(JSON.stringify(Resource)).toContain(`identity/${prod.mail.domain}`);
});

test('a first deploy needs no secret of the payment provider: its functions read it by its name', () => {
  const stage = synthesize('prod');
  const { checkout } = settingsOf('prod');
  expect(checkout).toEqual({ kind: 'paystack', secretName: 'kyb-service/prod/paystack' });
  const templates = JSON.stringify(stage.stacks);
  expect(templates).toContain('kyb-service/prod/paystack');
  // CloudFormation resolves this form while it deploys, and fails without the secret.
  expect(templates).not.toContain('{{resolve:secretsmanager');
});
