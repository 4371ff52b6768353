import { effect } from '#shared/platform/effect';
import { filesOf } from '#shared/platform/object-store';

/** The effect of the capability `attachmentRemovals`. */
export const attachmentRemovals = effect('attachmentRemovals', filesOf('attachmentRemovals'));

/** The effect of the capability `verificationRemovals`. */
export const verificationRemovals = effect('verificationRemovals', filesOf('verificationRemovals'));

/** The effect of the capability `disputeRemovals`. */
export const disputeRemovals = effect('disputeRemovals', filesOf('disputeRemovals'));

/** The effect of the capability `exportRemovals`. */
export const exportRemovals = effect('exportRemovals', filesOf('exportRemovals'));
