import { effect } from '#shared/platform/effect';
import { filesOf } from '#shared/platform/object-store';

/** The effect of the capability `verificationUploads`. */
export const verificationUploads = effect('verificationUploads', filesOf('verificationUploads'));
