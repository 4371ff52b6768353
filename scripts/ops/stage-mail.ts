import {
  DeleteSuppressedDestinationCommand,
  GetEmailIdentityCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';

/** What SES knows of the domain that a stage's mails come from. */
export interface MailIdentity {
  readonly dkimTokens: readonly string[];
  /** The zone that the records of the tokens point to. */
  readonly dkimZone: string;
  /** `SUCCESS` once SES has found the records. */
  readonly dkimStatus: string;
  /** The domain that mails bounce to; undefined if it is SES's own. */
  readonly mailFromDomain: string | undefined;
  readonly mailFromStatus: string;
}

/** The mail service of a stage, as an operator uses it. */
export interface StageMail {
  /** The identity of a domain; undefined when the account has none. */
  identity(domain: string): Promise<MailIdentity | undefined>;
  /** Why SES itself does not send to an address; undefined if it does. */
  suppressedBecause(address: string): Promise<string | undefined>;
  /** Takes an address off SES's own list, if it is on it. */
  unsuppress(address: string): Promise<void>;
}

/** SES's zone before it returned one with each identity, and that of most regions still. */
const DKIM_ZONE = 'dkim.amazonses.com';

const unlessMissing = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
};

/** {@link StageMail} over Amazon SES. */
export const makeStageMail = (client: Pick<SESv2Client, 'send'>): StageMail => ({
  identity: async (domain) => {
    const found = await unlessMissing(client.send(new GetEmailIdentityCommand({ EmailIdentity: domain })));
    if (!found) return undefined;
    const { DkimAttributes: dkim = {}, MailFromAttributes: mailFrom } = found;
    return {
      dkimTokens: dkim.Tokens ?? [],
      dkimZone: dkim.SigningHostedZone ?? DKIM_ZONE,
      dkimStatus: dkim.Status ?? 'NOT_STARTED',
      mailFromDomain: mailFrom?.MailFromDomain || undefined,
      mailFromStatus: mailFrom?.MailFromDomainStatus ?? 'PENDING',
    };
  },
  suppressedBecause: async (address) => {
    const found = await unlessMissing(client.send(new GetSuppressedDestinationCommand({ EmailAddress: address })));
    return found?.SuppressedDestination?.Reason?.toLowerCase();
  },
  unsuppress: async (address) => {
    await unlessMissing(client.send(new DeleteSuppressedDestinationCommand({ EmailAddress: address })));
  },
});
