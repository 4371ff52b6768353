import { effect } from '#shared/platform/effect';
import { addressesOf, filesOf } from '#shared/platform/object-store';

/** The effect of the capability `disputeUploads`. */
export const disputeUploads = effect('disputeUploads', filesOf('disputeUploads'));

/** The effect of the capability `disputeDownloads`. */
export const disputeDownloads = effect('disputeDownloads', addressesOf('disputeDownloads'));
