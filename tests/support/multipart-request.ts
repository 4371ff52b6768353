const asRequest = async (form: FormData) => {
  const sent = new Response(form);
  return {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    body: Buffer.from(await sent.arrayBuffer()),
  };
};

/** A multipart request, as a browser sends it. */
export const multipart = async (
  fields: Record<string, string>,
  bytes: Uint8Array | undefined,
  filename = 'scan.pdf',
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (bytes) form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  return asRequest(form);
};

/** A multipart request with several files under one name. */
export const multipartFiles = async (
  fields: Record<string, string>,
  name: string,
  files: readonly { readonly bytes: Uint8Array; readonly filename: string }[],
) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  for (const { bytes, filename } of files) form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  return asRequest(form);
};
