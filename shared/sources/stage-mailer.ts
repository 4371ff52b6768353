import { env, once } from '#shared/platform/env';
import type { Mailer } from './mail.ts';

const sesMailer = once(async () => {
  const { makeSesMailer } = await import('./mail-ses.ts');
  return makeSesMailer({ sender: env('MAIL_FROM') });
});

/**
 * The stage's mailer. The mail client is loaded by the first mail: most calls of the functions that may send one do
 * not.
 */
export const stageMailer: Mailer = {
  send: async (message) => (await sesMailer()).send(message),
};
