import { createHash } from 'node:crypto';

/** The bucket of files. */
export const BENCH_BUCKET = 'files';

/** The version of every secret. */
export const SECRET_VERSION = 'bench-1';

/**
 * The services besides DynamoDB, as far as functions call them in a benchmark. Each responds immediately and stores
 * nothing.
 */
export interface OtherServices {
  /** The response to a call, by its `X-Amz-Target` or, for SES, its path; undefined for an unknown call. */
  answer(target: string, body: string): object | undefined;
  /** The messages of the mail queue and the texts of the mails sent, oldest first. */
  readonly mails: readonly string[];
}

interface Parsed {
  readonly SecretId?: string;
  readonly VersionStage?: string;
  readonly MessageBody?: string;
  readonly Entries?: readonly unknown[];
  readonly Content?: { readonly Simple?: { readonly Body?: { readonly Text?: { readonly Data?: string } } } };
}

/** @param secrets values by the names that functions read. */
export const otherServices = (secrets: Readonly<Record<string, string>>): OtherServices => {
  const mails: string[] = [];

  const secret = ({ SecretId = '' }: Parsed) => {
    const value = secrets[SecretId];
    if (value === undefined) throw new Error(`No benchmark knows the secret ${SecretId}`);
    // One version at either stage, as of a secret that was never rotated.
    return { Name: SecretId, VersionId: SECRET_VERSION, SecretString: value };
  };
  const message = ({ MessageBody = '' }: Parsed) => {
    const { mail } = JSON.parse(MessageBody) as { readonly mail?: { readonly data: { readonly code?: string } } };
    if (mail) mails.push(`code ${mail.data.code}`);
    return { MessageId: 'bench', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
  };
  const events = ({ Entries = [] }: Parsed) => ({
    FailedEntryCount: 0,
    Entries: Entries.map((_, index) => ({ EventId: String(index) })),
  });
  const mail = ({ Content }: Parsed) => {
    mails.push(Content?.Simple?.Body?.Text?.Data ?? '');
    return { MessageId: 'bench' };
  };

  const ANSWERS: Readonly<Record<string, (input: Parsed) => object>> = {
    'secretsmanager.GetSecretValue': secret,
    'AmazonSQS.SendMessage': message,
    'AWSEvents.PutEvents': events,
    '/v2/email/outbound-emails': mail,
  };
  // A stored file is confirmed by an empty response, which is not JSON.
  const answer = (target: string, body: string) =>
    target.startsWith(`/${BENCH_BUCKET}/`) ? {} : ANSWERS[target]?.(JSON.parse(body));
  return { mails, answer };
};
