import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import { hasActiveContent } from './active-content.ts';
import { FILE_TYPES, fileTypeOf } from './file-types.ts';
import { filenameOfType } from './safe-filename.ts';
import type { FileRule, MultipartBody, ParseMultipart, UploadedFile } from './uploaded-file.ts';

/** Limits of any body, whatever its endpoint takes: several times what any of them needs. */
const LIMITS = { fieldSize: 64_000, fields: 50, files: 20, parts: 60, headerPairs: 20 };

const MAX_NAME_LENGTH = 100;
const MAX_FILENAME_LENGTH = 255;

/** Whether a part has a usable name. The parser's types do not say that a file's may be missing. */
const isName = (name: string | undefined): name is string =>
  name !== undefined && name !== '' && name !== '__proto__' && name.length <= MAX_NAME_LENGTH;

const malformed = (message: string): ApiError =>
  new ApiError('MALFORMED_MULTIPART', { details: [{ path: '', message }] });

const unnamed = (): ApiError => malformed(`Every part needs a name of at most ${MAX_NAME_LENGTH} characters`);

/** A file as it was sent. */
interface SentFile {
  readonly name: string;
  readonly filename: string | undefined;
  readonly bytes: Buffer;
}

interface Sent {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly SentFile[];
  /** Names of files that the endpoint does not take. */
  readonly unknownNames: ReadonlySet<string>;
}

/** Reads the parts of a body, and stops at a part that is larger than any rule allows. */
const readParts = (contentType: string, body: Uint8Array, rules: Readonly<Record<string, FileRule>>): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const fields: (readonly [string, string])[] = [];
    const files: SentFile[] = [];
    const unknownNames = new Set<string>();
    const fileSize = Math.max(0, ...Object.values(rules).map(({ maxBytes }) => maxBytes)) + 1;
    const limits = { ...LIMITS, fileSize };
    // busboy throws for a content type without a boundary.
    const parser = busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' });

    parser.on('field', (name, value, { valueTruncated }) => {
      if (!isName(name)) return reject(unnamed());
      if (valueTruncated) return reject(new ApiError('BODY_TOO_LARGE'));
      fields.push([name, value]);
    });
    parser.on('file', (name, stream: Readable, { filename }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      // Whatever breaks a file also breaks the parser, which reports it.
      stream.on('error', () => undefined);
      stream.on('end', () => {
        if (!isName(name)) return reject(unnamed());
        const bytes = Buffer.concat(chunks);
        // If no file was chosen, a browser sends one without a name and content.
        const isChosen = bytes.length > 0 || Boolean(filename);
        if (!isChosen) return;
        if (Object.hasOwn(rules, name)) files.push({ name, filename, bytes });
        else unknownNames.add(name);
      });
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => reject(malformed(`Must have at most ${LIMITS.fields} fields and ${LIMITS.files} files`)));
    parser.on('error', () => reject(malformed('The body is incomplete or malformed (RFC 7578)')));
    parser.on('close', () => resolve({ fields, files, unknownNames }));
    parser.end(body);
  });

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The problems with the number of files under a name. */
const problemsOf = (name: string, { required, maxCount }: FileRule, count: number): readonly Problem[] => {
  if (count === 0 && required) return [{ path: name, message: 'Required' }];
  return count > maxCount ? [{ path: name, message: `Must have at most ${maxCount} files` }] : [];
};

/**
 * The problem of files under an unknown name, because a file that its sender believes to have sent must not vanish
 * silently.
 */
const unknownName = (known: readonly string[]): string =>
  `This request has no such file field. Send files as ${known.join(', ')}`;

const accepted = ({ name, filename, bytes }: SentFile, { types, maxBytes }: FileRule): UploadedFile => {
  if (bytes.length > maxBytes) throw new ApiError('BODY_TOO_LARGE');
  const type = fileTypeOf(bytes);
  if (type === undefined || !types.includes(type)) {
    const message = `Must be one of: ${types.join(', ')}, by its content`;
    throw new ApiError('UNSUPPORTED_FILE_TYPE', { details: [{ path: name, message }] });
  }
  return {
    filename: filenameOfType(filename ?? '', type, name, MAX_FILENAME_LENGTH),
    mimeType: FILE_TYPES[type].mimeType,
    bytes,
    activeContent: hasActiveContent(bytes, type),
    sha256: sha256(bytes),
  };
};

/** Accepts the files of a name. @throws ApiError BODY_TOO_LARGE, UNSUPPORTED_FILE_TYPE. */
const acceptedAll = (files: readonly SentFile[], rule: FileRule): readonly UploadedFile[] => {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (totalBytes > (rule.maxTotalBytes ?? Number.POSITIVE_INFINITY)) throw new ApiError('BODY_TOO_LARGE');
  return files.map((file) => accepted(file, rule));
};

/** {@link readParts}, where any failure of the parser becomes MALFORMED_MULTIPART. */
const parts = async (...args: Parameters<typeof readParts>): Promise<Sent> => {
  try {
    return await readParts(...args);
  } catch (error) {
    throw error instanceof ApiError ? error : malformed('Needs the boundary that its content type names (RFC 7578)');
  }
};

/**
 * {@link ParseMultipart} by busboy. Only an endpoint whose contract consumes `multipart` imports it, so that no other
 * bundle contains it.
 */
export const parseMultipart: ParseMultipart = async (contentType, body, rules): Promise<MultipartBody> => {
  const sent = await parts(contentType, body, rules);
  const ofName = (name: string) => sent.files.filter((file) => file.name === name);
  const named = Object.entries(rules);
  const files = Object.fromEntries(named.map(([name, rule]) => [name, acceptedAll(ofName(name), rule)]));
  const hashes = Object.entries(files).map(([name, list]) => [name, list.map((file) => file.sha256)]);
  return {
    fields: Object.fromEntries(sent.fields),
    files,
    problems: [
      ...named.flatMap(([name, rule]) => problemsOf(name, rule, ofName(name).length)),
      ...[...sent.unknownNames].map((path) => ({ path, message: unknownName(Object.keys(rules)) })),
    ],
    fingerprint: sha256(JSON.stringify([[...sent.fields].sort(([one], [other]) => (one < other ? -1 : 1)), hashes])),
  };
};
