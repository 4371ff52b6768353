import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';

/** Whether the stage sends text messages. */
export const sendsTextMessages = (): boolean => optionalEnv('TEXT_MESSAGES') !== undefined;

/** The effect of the capability `textSettings`: whether the stage sends text messages. */
export const textSettings = effect('textSettings', sendsTextMessages);
