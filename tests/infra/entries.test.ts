import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { FALLBACK_FUNCTION } from '#infra/names';
import { EVENTS } from '#shared/events/catalogue';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const HANDLER = /^export const handler\b/m;

/** Files of a folder that are functions because they export a handler. */
const handlers = (pattern: string): string[] =>
  globSync(pattern, { cwd: PROJECT })
    .filter((file) => HANDLER.test(readFileSync(PROJECT + file, 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

describe('every function is declared, and every declaration has its function:', () => {
  test('the handlers of the API are exactly those of the contracts', () => {
    const declared = CONTRACTS.map(({ group, name }) => `functions/api/${group}/${name}.ts`);
    const found = handlers('functions/api/*/*.ts').filter((file) => basename(file, '.ts') !== FALLBACK_FUNCTION);
    expect(found).toEqual(declared.sort());
  });

  test('the handlers of events are exactly those of the consumers', () => {
    const declared = CONSUMERS.map(({ name }) => `functions/events/${name}.ts`);
    expect(handlers('functions/events/*.ts')).toEqual(declared.sort());
  });

  test('every consumer next to a handler is in the list', () => {
    const declared = CONSUMERS.map(({ name }) => `functions/events/${name}.consumer.ts`);
    expect(globSync('functions/events/*.consumer.ts', { cwd: PROJECT }).sort()).toEqual(declared.sort());
  });

  test('the handler of unrouted requests is in its folder', () => {
    expect(existsSync(`${PROJECT}functions/api/fallback/${FALLBACK_FUNCTION}.ts`)).toBe(true);
  });

  test('every contract next to a handler is part of the API', () => {
    const declared = CONTRACTS.map(({ group, name }) => `functions/api/${group}/${name}.contract.ts`);
    expect(globSync('functions/api/*/*.contract.ts', { cwd: PROJECT }).sort()).toEqual(declared.sort());
  });
});

describe('the lists', () => {
  test('no two functions share a name', () => {
    const names = [...CONTRACTS, ...CONSUMERS].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('no two endpoints share method and route', () => {
    const routes = CONTRACTS.map(({ method, route }) => `${method} ${route.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });

  test('names are valid in derived names: kebab case, at most 64 characters with service and stage', () => {
    for (const { name } of [...CONTRACTS, ...CONSUMERS]) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(`kyb-service-staging-${name}`.length).toBeLessThanOrEqual(64);
    }
  });

  test('consumers subscribe to events that exist', () => {
    const named = CONSUMERS.flatMap(({ trigger }) =>
      trigger.kind === 'queue' && trigger.events !== 'webhook' ? (trigger.events ?? []) : [],
    );
    for (const event of named) expect(Object.keys(EVENTS)).toContain(event);
  });

  test('no consumer takes longer than its trigger allows', () => {
    for (const { name, trigger, timeoutSeconds } of CONSUMERS) {
      if (trigger.kind === 'schedule') expect(timeoutSeconds, name).toBeLessThan(trigger.everyMinutes * 60);
      if (trigger.kind === 'queue') expect(trigger.maxConcurrency ?? 2, name).toBeGreaterThanOrEqual(2);
    }
  });

  test('every consumer states in a sentence what its failure means to a customer', () => {
    for (const { name, failureMeansToCustomer } of CONSUMERS) {
      expect(failureMeansToCustomer, name).toMatch(/^[A-Z].{30,200}\.$/);
    }
  });
});
