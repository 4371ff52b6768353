import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';

const ROW = /^\| [^|]+ \| (?<endpoints>.+) \|$/gmu;
const ENDPOINT = /`(?<endpoint>(?:POST|PUT|PATCH|DELETE) \/[^`]+)`/gu;

test('the guide to idempotency lists the endpoints that take a key, and no others', async () => {
  const guide = await readFile(new URL('../../../docs/integrate/idempotency.md', import.meta.url), 'utf8');
  const section = guide.split('## Which endpoints take a key')[1]?.split('\n## ')[0] ?? '';
  const listed = [...section.matchAll(ROW)].flatMap(([row]) =>
    [...row.matchAll(ENDPOINT)].map(({ groups }) => groups?.['endpoint']),
  );
  const taking = CONTRACTS.filter(({ idempotent }) => idempotent !== undefined);
  expect(listed.toSorted()).toStrictEqual(taking.map(({ method, route }) => `${method} ${route}`).toSorted());
});
