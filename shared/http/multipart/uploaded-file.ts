import type { Problem } from '#shared/errors/error-details';
import type { FileType } from './file-types.ts';

/** What an endpoint accepts under one name of a multipart body. */
export interface FileRule {
  readonly types: readonly FileType[];
  /** Whether a request without one is refused. */
  readonly required: boolean;
  readonly maxCount: number;
  /** Maximum size of each file. */
  readonly maxBytes: number;
  /** Maximum total size of the files under the name. When undefined, that of the body. */
  readonly maxTotalBytes?: number;
}

/** A file of a multipart body, of a type that its endpoint takes. */
export interface UploadedFile {
  /** The sender's name for it, made safe, with the ending of its content; at most 255 characters. */
  readonly filename: string;
  /** The type of its content. */
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Whether it can do something by itself when it is opened; null if that cannot be determined. */
  readonly activeContent: boolean | null;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** The files of a request by the names that its contract gives them; an empty list for a name that was not sent. */
export type UploadedFiles = Readonly<Record<string, readonly UploadedFile[]>>;

/** A multipart body, parsed into its parts. */
export interface MultipartBody {
  /** Texts by name; for a name that was sent twice, the last. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: UploadedFiles;
  /** Names with too few or too many files, and names under which none are accepted. */
  readonly problems: readonly Problem[];
  /** A SHA-256 in hex that is the same for the same fields and files, whatever the boundaries. */
  readonly fingerprint: string;
}

/**
 * Parses a multipart body.
 *
 * @param rules the files that may be sent, by name. Files of other names are dropped, as unknown fields are.
 * @throws ApiError MALFORMED_MULTIPART, BODY_TOO_LARGE, UNSUPPORTED_FILE_TYPE.
 */
export type ParseMultipart = (
  contentType: string,
  body: Uint8Array,
  rules: Readonly<Record<string, FileRule>>,
) => Promise<MultipartBody>;
