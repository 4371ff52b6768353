import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { expect, test } from 'vitest';
import { EMULATORS_ACCOUNT } from '#infra/deployer';
import { opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { localClientSettings } from '#tests/support/local-client-settings';
import { bounceReport } from '#tests/support/mail-reports';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { newEmail } from './people.ts';

test('a bounce that the mail service publishes stops mails to its address, until an operator allows them again', async () => {
  const to = newEmail();
  const sns = new SNSClient(localClientSettings(stack().endpoint));
  const lift = () => atStack(stack(), opsCommand(['unsuppress-address', to]));
  expect(await lift()).toBe(`${to} is not suppressed. It is not on the list of SES.`);
  await sns.send(
    new PublishCommand({
      TopicArn: `arn:aws:sns:eu-west-1:${EMULATORS_ACCOUNT}:kyb-service-local-mail-reports`,
      Message: bounceReport({ to }),
    }),
  );
  const lifted = await waitUntil(
    async () => {
      const said = await lift();
      return said.includes('receives emails again') ? said : undefined;
    },
    { what: 'the address to be suppressed', timeoutMs: 60_000 },
  );
  expect(lifted).toContain('They had been stopped since 2026-11-21T14:03:29.105Z because of a bounce.');
}, 120_000);
