import { effect } from '#shared/platform/effect';
import { env, once } from '#shared/platform/env';
import { makeSesMailer } from './mail-ses.ts';
import type { Mailer } from './mailer.ts';

/** The stage's mailer, made once per container. */
const stageMailer: () => Mailer = once(() =>
  makeSesMailer({ sender: env('MAIL_FROM'), configurationSet: env('MAIL_CONFIGURATION_SET') }),
);

/** The effect of the capability `mailer`. */
export const mailer = effect('mailer', stageMailer);
