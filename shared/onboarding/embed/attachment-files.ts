import { effect } from '#shared/platform/effect';
import { filesOf } from '#shared/platform/object-store';

/** The effect of the capability `attachmentUploads`. */
export const attachmentUploads = effect('attachmentUploads', filesOf('attachmentUploads'));
