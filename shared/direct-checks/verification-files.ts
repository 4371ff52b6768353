import { effect } from '#shared/platform/effect';
import { addressesOf, filesOf } from '#shared/platform/object-store';

/** The effect of the capability `verificationUploads`. */
export const verificationUploads = effect('verificationUploads', filesOf('verificationUploads'));

/** The effect of the capability `verificationDownloads`. */
export const verificationDownloads = effect('verificationDownloads', addressesOf('verificationDownloads'));
