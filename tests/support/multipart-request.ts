/** A multipart request, as a browser sends it. */
export const multipart = async (
  fields: Record<string, string>,
  bytes: Uint8Array | undefined,
  filename = 'scan.pdf',
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (bytes) form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  const sent = new Response(form);
  return {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    body: Buffer.from(await sent.arrayBuffer()),
  };
};
