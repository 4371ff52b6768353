import { expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';
import { withGenerated } from '#tests/support/generated-part';

const PAGE = 'docs/integrate/rate-limits.md';

const duration = (seconds: number): string => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

const rows = (): string[] =>
  Object.entries(RATE_LIMITS).flatMap(([surface, { requests, windowSeconds, per }]) => {
    const limited = CONTRACTS.filter(({ limit }) => limit === surface);
    const endpoints = limited.map(({ method, route }) => `\`${method} ${route}\``).join('<br>');
    return endpoints === '' ? [] : [`| ${requests} in ${duration(windowSeconds)} | ${per} | ${endpoints} |`];
  });

test('the page of rate limits has every limited endpoint', async () => {
  const table = `| limit | counted by | endpoints |\n|---|---|---|\n${rows().join('\n')}\n`;
  await expect(withGenerated(PAGE, table)).toMatchFileSnapshot(`../../../${PAGE}`);
});
