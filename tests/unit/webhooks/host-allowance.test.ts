import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowanceAt, HOST_ALLOWANCE, spentAfter } from '#shared/webhooks/deliveries/limits/host-allowance';
import { hostOf } from '#shared/webhooks/deliveries/records/host-of-endpoint';

const HOUR_MS = 3_600_000;

describe('the host of an endpoint', () => {
  test.each([
    ['https://Hooks.Example.com/kyb?a=b', 'hooks.example.com'],
    ['https://hooks.example.com:8443/other', 'hooks.example.com'],
    ['https://hooks.example.com./', 'hooks.example.com'],
    ['https://0x5db8d822/', '93.184.216.34'],
    ['https://[2606:4700::1111]:444/', '[2606:4700::1111]'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://localhost:8080/', 'localhost:8080'],
    ['http://[::1]:8080/', '[::1]:8080'],
  ])('%s is %s', (endpoint, host) => {
    expect(hostOf(endpoint)).toBe(host);
  });
});

describe('the allowance of a host that never answered with 2xx', () => {
  test.each([
    ['scheduled', HOST_ALLOWANCE.posts],
    ['test', HOST_ALLOWANCE.postsForOwner],
  ] as const)('admits in any hour the initial number plus what that hour adds (%s)', (trigger, first) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { maxLength: 300 }), (pausesMs) => {
        let nowMs = Date.UTC(2026, 10, 23);
        let state: { spentUntilMs?: number } = {};
        const posts: number[] = [];
        for (const pauseMs of pausesMs) {
          nowMs += pauseMs;
          if (allowanceAt(state, trigger, nowMs) === 0) continue;
          state = { spentUntilMs: spentAfter(state, nowMs) };
          posts.push(nowMs);
        }
        for (const startMs of posts) {
          const inHour = posts.filter((postMs) => postMs >= startMs && postMs < startMs + HOUR_MS);
          expect(inHour.length).toBeLessThanOrEqual(first + HOUR_MS / 1000 / HOST_ALLOWANCE.everySeconds);
        }
      }),
    );
  });

  test('is full again after a long pause', () => {
    const nowMs = Date.UTC(2026, 10, 23);
    expect(allowanceAt({ spentUntilMs: nowMs - 1 }, 'scheduled', nowMs)).toBe(HOST_ALLOWANCE.posts);
  });

  test('does not apply to a host that answered', () => {
    expect(allowanceAt({ answeredAtMs: 1, spentUntilMs: Number.MAX_SAFE_INTEGER }, 'scheduled', 2)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
