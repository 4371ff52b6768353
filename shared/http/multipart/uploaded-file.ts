import type { Problem } from '#shared/errors/error-details';
import type { FileType } from './file-types.ts';

/** What an endpoint takes under one name of a multipart body. */
export interface FileRule {
  readonly types: readonly FileType[];
  /** Whether a request without one is refused. */
  readonly required: boolean;
  readonly maxCount: number;
  /** Of each file. */
  readonly maxBytes: number;
  /** Of all files under the name together; without it as many as the body may have. */
  readonly maxTotalBytes?: number;
}

/** A file of a multipart body, of a type that its endpoint takes. */
export interface UploadedFile {
  /** As its sender calls it, made safe, with the ending of its content; at most 255 characters. */
  readonly filename: string;
  /** By its content. */
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Whether it can do something by itself when it is opened; null where that cannot be told. */
  readonly activeContent: boolean | null;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** The files of a request by the names that its contract gives them; an empty list for a name that was not sent. */
export type UploadedFiles = Readonly<Record<string, readonly UploadedFile[]>>;

/** A multipart body in its parts. */
export interface MultipartBody {
  /** Texts by name; the last of a name that was sent twice. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: UploadedFiles;
  /** Names under which there are too few files, or too many, or none are taken. */
  readonly problems: readonly Problem[];
  /** The same for the same fields and files, in whatever boundaries they were sent: a SHA-256 in hex. */
  readonly fingerprint: string;
}

/**
 * Takes a multipart body apart.
 *
 * @param rules what may be sent as files, by name. Files of other names are dropped, as unknown fields are.
 * @throws ApiError MALFORMED_MULTIPART, BODY_TOO_LARGE, UNSUPPORTED_FILE_TYPE.
 */
export type ParseMultipart = (
  contentType: string,
  body: Uint8Array,
  rules: Readonly<Record<string, FileRule>>,
) => Promise<MultipartBody>;
