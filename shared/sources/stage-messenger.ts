import { effect } from '#shared/platform/effect';
import { once, optionalEnv } from '#shared/platform/env';
import type { TextMessenger } from './text-messages.ts';
import { makeSnsMessenger } from './text-messages-sns.ts';
import { sendsTextMessages } from './text-settings.ts';

/** The stage's messenger, made once per container; undefined on a stage without text messages. */
const stageMessenger: () => TextMessenger | undefined = once(() =>
  sendsTextMessages() ? makeSnsMessenger({ senderId: optionalEnv('TEXT_SENDER_ID') }) : undefined,
);

/** The effect of the capability `textSender`. */
export const textSender = effect('textSender', stageMessenger);
