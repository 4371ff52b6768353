import { randomUUID } from 'node:crypto';
import { effect } from '#shared/platform/effect';
import { addressesOf, type FileAddress, filesOf } from '#shared/platform/object-store';
import type { ApplicantExport } from './applicant-export.ts';

/** How long a download URL of an export works. */
const ADDRESS_SECONDS = 3600;

/** The effect of the capability `exportUploads`. */
export const exportUploads = effect('exportUploads', filesOf('exportUploads'));

/** The effect of the capability `exportDownloads`. */
export const exportDownloads = effect(
  'exportDownloads',
  addressesOf('exportDownloads', () => new Date(), ADDRESS_SECONDS),
);

/** A key for the file of an export, below the prefix of exports. Each attempt to write it gets its own. */
export const newFileKey = ({ accountId, environments, id }: ApplicantExport): string =>
  `${accountId}/${environments.join('-')}/${id}/${randomUUID()}.csv`;

/** A new download URL for the file of an export; null until it is completed. */
export const exportAddress = async (
  { id, fileKey }: ApplicantExport,
  addressOf: FileAddress,
): Promise<string | null> => (fileKey === null ? null : addressOf(fileKey, `applicants-${id}.csv`));
