import { expect, test } from 'vitest';
import { accountOf, createApplicant, rotateApiKeys } from '#scripts/demo/journey';
import { waitUntil } from '#tests/support/wait-until';
import { deployedApi, liveWidget, newCustomer } from './people.ts';

interface ExportBody {
  readonly data: { readonly id: string; readonly status: string; readonly rows: number; readonly url: string | null };
}

test('a list of applicants is exported by a job, and its file can be downloaded from the returned address', async () => {
  const customer = await newCustomer();
  const { secretKey } = await rotateApiKeys(customer, 'sandbox');
  const server = accountOf(deployedApi(), secretKey);
  const widget = await liveWidget(customer);
  const { applicant } = await createApplicant(server, widget.id);
  const created = await server.post('/v1/kyb/exports', { widgetId: widget.id, status: 'created' });
  expect(created.status).toBe(201);
  let { data } = created.body as ExportBody;
  await waitUntil(
    async () => {
      data = ((await server.get(`/v1/kyb/exports/${data.id}`)).body as ExportBody).data;
      return data.status === 'completed';
    },
    { timeoutMs: 60_000, what: () => `a completed export: ${JSON.stringify(data)}` },
  );
  expect(new URL(data.url ?? '').searchParams.get('X-Amz-Expires')).toBe('3600');
  const file = await fetch(data.url ?? '');
  expect([file.status, file.headers.get('content-type'), data.rows]).toStrictEqual([200, 'text/csv; charset=utf-8', 1]);
  expect(file.headers.get('content-disposition')).toContain(`applicants-${data.id}.csv`);
  const lines = (await file.text()).split('\r\n');
  expect([lines.length, lines[1]?.split(',')[0], lines[2]]).toStrictEqual([3, applicant.id, '']);
});
