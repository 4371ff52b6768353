import {
  DeleteSuppressedDestinationCommand,
  GetEmailIdentityCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { describe, expect, test } from 'vitest';
import { stageConfig } from '#infra/stages';
import { mailDns } from '#scripts/ops/mail-dns';
import { makeStageMail } from '#scripts/ops/stage-mail';
import { mockAws } from '#tests/support/mock-aws';

const ses = mockAws(SESv2Client);
const mail = makeStageMail(new SESv2Client({ region: 'eu-west-1' }));
const stage = stageConfig('dev', { rateLimitScale: undefined });
const missing = new NotFoundException({ message: 'Not found', $metadata: {} });

describe('npm run ops -- mail-dns', () => {
  test('lists every record with what SES has found, in the zone that SES names', async () => {
    ses.on(GetEmailIdentityCommand, { EmailIdentity: 'dev.kyb-service.example' }).resolves({
      DkimAttributes: { Status: 'SUCCESS', Tokens: ['one', 'two', 'three'], SigningHostedZone: 'x.dkim.amazonses.com' },
      MailFromAttributes: {
        MailFromDomain: 'bounce.dev.kyb-service.example',
        MailFromDomainStatus: 'PENDING',
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      },
    });
    const lines = (await mailDns({ mail, stage })).split('\n');
    expect(lines.slice(0, 3)).toEqual(
      ['one', 'two', 'three'].map(
        (token) => `${token}._domainkey.dev.kyb-service.example CNAME ${token}.x.dkim.amazonses.com (SES: SUCCESS)`,
      ),
    );
    expect(lines.slice(3)).toEqual([
      'bounce.dev.kyb-service.example MX 10 feedback-smtp.eu-west-1.amazonses.com (SES: PENDING)',
      'bounce.dev.kyb-service.example TXT "v=spf1 include:amazonses.com ~all" (SES: PENDING)',
      '_dmarc.dev.kyb-service.example TXT "v=DMARC1; p=none" (SES does not look for it)',
    ]);
  });

  test('says that an identity of somebody else does not bounce to a domain of ours', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ DkimAttributes: { Status: 'SUCCESS', Tokens: ['one'] } });
    const report = await mailDns({ mail, stage });
    expect(report).toContain('one.dkim.amazonses.com (SES: SUCCESS)');
    expect(report).toContain(
      'bounce.dev.kyb-service.example MX 10 feedback-smtp.eu-west-1.amazonses.com (SES: NOT_CONFIGURED)',
    );
  });

  test('of a stage without an identity says what to do', async () => {
    ses.on(GetEmailIdentityCommand).rejects(missing);
    await expect(mailDns({ mail, stage })).rejects.toThrow('SES has no identity of dev.kyb-service.example.');
  });
});

describe("SES's own list", () => {
  test('is asked for the reason, and an address is taken off it once', async () => {
    ses.on(GetSuppressedDestinationCommand).resolves({
      SuppressedDestination: { EmailAddress: 'ada@example.com', Reason: 'BOUNCE', LastUpdateTime: new Date(0) },
    });
    expect(await mail.suppressedBecause('ada@example.com')).toBe('bounce');
    ses.on(DeleteSuppressedDestinationCommand).rejects(missing);
    await expect(mail.unsuppress('ada@example.com')).resolves.toBeUndefined();
    ses.on(GetSuppressedDestinationCommand).rejects(missing);
    expect(await mail.suppressedBecause('ada@example.com')).toBeUndefined();
  });

  test('that cannot be read fails the command', async () => {
    ses.on(GetSuppressedDestinationCommand).rejects(new Error('Denied'));
    await expect(mail.suppressedBecause('ada@example.com')).rejects.toThrow('Denied');
  });
});
