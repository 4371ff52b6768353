import { effect } from '#shared/platform/effect';
import { addressesOf } from '#shared/platform/object-store';

/** The effect of the capability `attachmentDownloads`. */
export const attachmentDownloads = effect('attachmentDownloads', addressesOf('attachmentDownloads'));
