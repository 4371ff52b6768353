import type { FileRule, UploadedFile } from '#shared/http/multipart/uploaded-file';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { NewFile } from '#shared/platform/object-store';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { DisputeDocument } from './dispute.ts';

/** Maximum number of documents of a dispute. */
export const MAX_DOCUMENTS = 5;

const MAX_TOGETHER_BYTES = 4_000_000;

/** The limits for the documents of one request (completions of the interface: Disputes). */
export const DOCUMENTS_RULE = {
  types: ['pdf', 'jpeg', 'png'],
  maxCount: MAX_DOCUMENTS,
  maxBytes: MAX_TOGETHER_BYTES,
  maxTotalBytes: MAX_TOGETHER_BYTES,
} as const satisfies Omit<FileRule, 'required'>;

/** The key of a document's file. */
export const documentKey = ({ accountId, environment }: AccountEnvironment, documentId: string): string =>
  `${accountId}/${environment}/${documentId}`;

/** An uploaded document: its entry in the dispute, and its file. */
export interface UploadedDocument {
  readonly document: DisputeDocument;
  readonly file: NewFile;
}

/** The document of an uploaded file. */
export const newDocument = (
  owner: AccountEnvironment,
  { filename, mimeType, bytes, sha256 }: UploadedFile,
  nowMs: number,
): UploadedDocument => {
  const documentId = newId('doc', nowMs);
  return {
    document: { documentId, filename, mimeType, size: bytes.length, sha256, uploadedAt: isoTime(nowMs) },
    file: { key: documentKey(owner, documentId), mimeType, bytes },
  };
};
