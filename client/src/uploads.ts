/** The content of a file: a `Blob` or `File`, bytes, or a stream of bytes. */
export type UploadContent = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file to upload: its content, and its name if the content has none. */
export type Upload = UploadContent | { readonly content: UploadContent; readonly name: string };

/** The most bytes that are read of a stream. Every request to the API has a lower limit. */
const MAX_STREAM_BYTES = 5_000_000;

const isNamed = (value: object): value is Extract<Upload, { content: unknown }> => 'content' in value;

const isStream = (value: object): value is AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> =>
  Symbol.asyncIterator in value || 'getReader' in value;

/** Whether a value of a body is a file. */
export const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' &&
  value !== null &&
  (isNamed(value) || value instanceof Blob || value instanceof Uint8Array || isStream(value));

// Safari cannot iterate over a stream.
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

const readWhole = async (stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of 'getReader' in stream ? chunksOf(stream) : stream) {
    size += chunk.byteLength;
    if (size > MAX_STREAM_BYTES) throw new RangeError(`A file may have at most ${MAX_STREAM_BYTES} bytes`);
    parts.push(new Uint8Array(chunk));
  }
  return new Blob(parts);
};

const blobOf = (content: UploadContent): Blob | Promise<Blob> => {
  if (content instanceof Blob) return content;
  return content instanceof Uint8Array ? new Blob([content]) : readWhole(content);
};

const nameOf = (upload: Upload): string => {
  const name: unknown = 'name' in upload ? upload.name : undefined;
  return typeof name === 'string' && name !== '' ? name : 'file';
};

/** A file as a form holds it. A stream is read whole, so that the request can be repeated. */
const formFile = async (upload: Upload): Promise<readonly [blob: Blob, name: string]> => [
  await blobOf(isNamed(upload) ? upload.content : upload),
  nameOf(upload),
];

/** A body as a form: files as files, everything else as its text; the entries of an array under the same name. */
export const formOf = async (body: Readonly<Record<string, unknown>>): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (isUpload(entry)) form.append(name, ...(await formFile(entry)));
      else if (entry !== undefined && entry !== null) form.append(name, String(entry));
    }
  }
  return form;
};
