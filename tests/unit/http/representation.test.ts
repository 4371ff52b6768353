import { describe, expect, test, vi } from 'vitest';
import { csv, type Offered, offered, pdf } from '#shared/http/representation';
import { requestMeta } from '#shared/http/request';
import { renderResponse } from '#shared/http/response';
import { MAX_RESULT_BYTES } from '#shared/http/result-size';
import { apiEvent } from '#tests/support/api-event';

const BYTES = Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff]);

const sent = async (accept: string | undefined, representations: Pick<Offered, 'preferred'>) => {
  const headers = { 'accept-encoding': 'gzip', ...(accept !== undefined && { accept }) };
  const meta = requestMeta(apiEvent({ headers }), 0);
  const response = { status: 200, body: { a: 'b'.repeat(2_000) }, cookies: [], headers: {}, representations };
  return renderResponse({ caller: 'account' }, meta, response, undefined, await representations.preferred(meta));
};

const both = () => offered({ csv: csv(() => 'a,b\r\n'), pdf: pdf('report.pdf', async () => BYTES) });

describe('A caller gets', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html', 'application/json'],
    ['application/pdf;q=0', 'application/json'],
    ['application/json, application/pdf;q=0.9', 'application/json'],
    ['application/pdf', 'application/pdf'],
    ['APPLICATION/PDF', 'application/pdf'],
    ['application/json, application/pdf', 'application/pdf'],
    ['application/pdf, */*;q=0.1', 'application/pdf'],
    ['text/csv;q=0.5, application/pdf;q=0.8', 'application/pdf'],
    ['text/csv, application/pdf;q=0.8', 'text/csv; charset=utf-8; header=present'],
  ])('for Accept %j %s, and is told that the response depends on it', async (accept, contentType) => {
    const { headers } = await sent(accept, both());
    expect(headers?.['Content-Type']).toBe(contentType);
    expect(String(headers?.['Vary']).split(', ')).toContain('Accept');
  });

  test('bytes as they are, without further compression, under a file name', async () => {
    const { headers, body, isBase64Encoded } = await sent('application/pdf', both());
    expect([Buffer.from(String(body), 'base64'), isBase64Encoded]).toStrictEqual([Buffer.from(BYTES), true]);
    expect(headers).not.toHaveProperty('Content-Encoding');
    expect(headers?.['Content-Disposition']).toBe('inline; filename="report.pdf"');
  });

  test('the preferred representation, and no other is written', async () => {
    const write = vi.fn(async () => BYTES);
    await sent('application/json', offered({ pdf: pdf('report.pdf', write) }));
    expect(write).not.toHaveBeenCalled();
  });

  test('a refusal that suggests JSON if a PDF is too large for a response', async () => {
    const largest = Math.floor((MAX_RESULT_BYTES / 4) * 3);
    const send = (bytes: number) =>
      sent('application/pdf', offered({ pdf: pdf('a.pdf', async () => new Uint8Array(bytes)) }));
    expect((await send(largest)).statusCode).toBe(200);
    await expect(send(largest + 1)).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
      extras: { details: [{ path: 'Accept', message: expect.stringContaining('application/json') }] },
    });
  });
});
