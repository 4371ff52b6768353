import { request } from 'node:http';

/** Makes one POST on a connection of its own. Returns the status of the response. */
export const barePost = (
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(endpoint, { method: 'POST', headers: { ...headers, ...length }, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
