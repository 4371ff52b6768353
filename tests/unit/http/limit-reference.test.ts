import { expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';

const HEADING = `# Rate limits

Requests are counted in fixed windows, by the address that they come from, each surface for itself. A response of a limited
endpoint carries \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds until the window ends). Above the
limit it is 429 \`{"success": false, "message"}\`, with the same seconds in \`Retry-After\`: wait for them, then go on. A
request that is refused for its credential or its content counts, too.

Invalid credentials have no limit of their own: each is a 401, and refuses nobody else at its address.

Endpoints without a row have no limit of their own. Some actions have bounds besides, whatever the address: wrong passwords
and mailed codes of an e-mail address ([concepts](concepts.md)).

<!-- Generated from the contracts; \`npm run test:unit -- -u\` updates it. -->
`;

const duration = (seconds: number): string => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

const rows = (): string[] =>
  Object.entries(RATE_LIMITS).flatMap(([surface, { requests, windowSeconds, per }]) => {
    const limited = CONTRACTS.filter(({ limit }) => limit === surface);
    const endpoints = limited.map(({ method, route }) => `\`${method} ${route}\``).join('<br>');
    return endpoints === '' ? [] : [`| ${requests} in ${duration(windowSeconds)} | ${per} | ${endpoints} |`];
  });

test('the page of rate limits has every limited endpoint', async () => {
  const page = `${HEADING}
| limit | counted by | endpoints |
|---|---|---|
${rows().join('\n')}
`;
  await expect(page).toMatchFileSnapshot('../../../docs/integrate/rate-limits.md');
});
