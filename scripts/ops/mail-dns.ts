import { mailFromDomain } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import type { OpsEffects } from './command.ts';
import type { MailIdentity } from './stage-mail.ts';

/** A record to publish for the mails of a stage. */
interface MailRecord {
  readonly name: string;
  readonly type: 'CNAME' | 'MX' | 'TXT';
  readonly value: string;
  /** What SES says of it; undefined for a record that SES does not look for. */
  readonly status: string | undefined;
}

/**
 * The records without which receivers mistrust the mails of a domain. Source: Amazon SES Developer Guide, "Easy DKIM",
 * "Using a custom MAIL FROM domain" and "Complying with DMARC".
 */
const mailRecords = (
  { domain }: Pick<StageConfig['mail'], 'domain'>,
  region: string,
  { dkimTokens, dkimZone, dkimStatus, mailFromDomain: given, mailFromStatus }: MailIdentity,
): readonly MailRecord[] => {
  const bounces = given ?? mailFromDomain(domain);
  const status = given === undefined ? 'NOT_CONFIGURED' : mailFromStatus;
  return [
    ...dkimTokens.map((token) => ({
      name: `${token}._domainkey.${domain}`,
      type: 'CNAME' as const,
      value: `${token}.${dkimZone}`,
      status: dkimStatus,
    })),
    { name: bounces, type: 'MX', value: `10 feedback-smtp.${region}.amazonses.com`, status },
    { name: bounces, type: 'TXT', value: '"v=spf1 include:amazonses.com ~all"', status },
    { name: `_dmarc.${domain}`, type: 'TXT', value: '"v=DMARC1; p=none"', status: undefined },
  ];
};

const lineOf = ({ name, type, value, status }: MailRecord): string =>
  `${name} ${type} ${value} (${status === undefined ? 'SES does not look for it' : `SES: ${status}`})`;

/**
 * Lists the records to publish for the mails of a stage, one a line, each with what SES has found.
 *
 * @throws UserError when the account has no identity of the domain.
 */
export const mailDns = async ({ mail, stage }: Pick<OpsEffects, 'mail' | 'stage'>): Promise<string> => {
  const { domain } = stage.mail;
  const identity = await mail.identity(domain);
  if (!identity) throw new UserError(`SES has no identity of ${domain}. Deploy the stage ${stage.stage} first.`);
  return mailRecords(stage.mail, stage.region, identity).map(lineOf).join('\n');
};
