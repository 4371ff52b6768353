import { describe, expect, test } from 'vitest';
import type { YenteConfig } from '#shared/sources/config';
import { yenteScreening } from '#shared/sources/http/screening-gateway';
import type { ScreeningQuery } from '#shared/sources/ports';
import { type Behaviour, IMPATIENT, json, loopbackSource, status } from './loopback-source.ts';

const QUERY: ScreeningQuery = {
  entities: [
    { kind: 'business', names: ['Acme Ltd', 'Acme Trading'], registrationNumber: 'RC1', jurisdiction: 'ng' },
    { kind: 'person', names: ['Ada Obi'] },
  ],
  topics: ['sanctions', 'pep'],
};

const { signal } = new AbortController();

const result = (id: string, topics: string[], match = true) => ({
  id,
  caption: id,
  schema: 'Person',
  properties: { name: [id], topics },
  datasets: ['ng_nigsac'],
  score: 0.91,
  features: {},
  match,
});

const matches = (...results: unknown[]) => ({ status: 200, results, total: { value: results.length, relation: 'eq' } });

/** The entry of such a result. */
const listed = (entity: string) => ({ list: 'ng_nigsac', entity, url: null });

/** The displayed details of such a result. */
const said = (...topics: string[]) => ({ lists: ['ng_nigsac'], topics });

const screenAt = async (behaviour: Behaviour, more: Partial<YenteConfig> = {}) => {
  await using source = await loopbackSource(behaviour);
  const config = { baseUrl: source.baseUrl, dataset: 'default', threshold: 0.7, timeoutSeconds: 5, ...more };
  return { response: await yenteScreening(config, IMPATIENT)(QUERY, signal), received: source.received };
};

const clean = json({ responses: { 'entity-0': matches(), 'entity-1': matches() }, limit: 5 });

describe('screening by yente', () => {
  test('looks up everyone in one batch, by example, filtered to the topics', async () => {
    const { received } = await screenAt(clean);
    expect(received).toHaveLength(1);
    expect(received[0]?.url.pathname).toBe('/match/default');
    expect(received[0]?.url.searchParams.get('threshold')).toBe('0.7');
    expect(received[0]?.url.searchParams.getAll('topics')).toEqual(
      expect.arrayContaining(['sanction', 'sanction.linked', 'role.pep', 'role.rca']),
    );
    expect(received[0]?.url.searchParams.getAll('topics')).not.toContain('crime');
    expect(received[0]?.body).toEqual({
      queries: {
        'entity-0': {
          schema: 'Company',
          properties: { name: ['Acme Ltd', 'Acme Trading'], registrationNumber: ['RC1'], jurisdiction: ['ng'] },
        },
        'entity-1': { schema: 'Person', properties: { name: ['Ada Obi'] } },
      },
    });
  });

  test('sends the key of a hosted service, and no key to a self-hosted yente', async () => {
    const hosted = await screenAt(clean, { apiKey: 'os-key' });
    expect(hosted.received[0]?.headers['authorization']).toBe('ApiKey os-key');
    const own = await screenAt(clean);
    expect(own.received[0]?.headers).not.toHaveProperty('authorization');
  });

  test('is clean if nobody matches', async () => {
    expect((await screenAt(clean)).response).toEqual({ status: 'found', facts: { hits: [] } });
  });

  test('reports each requested topic, and only for matches', async () => {
    const { response } = await screenAt(
      json({
        responses: {
          'entity-0': matches(result('NK-1', ['sanction', 'corp.public']), result('NK-2', ['sanction'], false)),
          'entity-1': matches(result('NK-3', ['role.rca', 'sanction.linked']), result('NK-4', ['crime.fin'])),
        },
      }),
    );
    expect(response).toEqual({
      status: 'found',
      facts: {
        hits: [
          {
            topic: 'sanctions',
            listedId: 'NK-1',
            listed: listed('NK-1'),
            matchScore: 0.91,
            details: said('sanction', 'corp.public'),
          },
          {
            topic: 'sanctions',
            listedId: 'NK-3',
            listed: listed('NK-3'),
            matchScore: 0.91,
            details: said('role.rca', 'sanction.linked'),
          },
          {
            topic: 'pep',
            listedId: 'NK-3',
            listed: listed('NK-3'),
            matchScore: 0.91,
            details: said('role.rca', 'sanction.linked'),
          },
        ],
      },
    });
  });

  test('names the ids that an entry had before its source merged it', async () => {
    const merged = { ...result('NK-9', ['sanction']), referents: ['NK-1', 'Q7'] };
    const { response } = await screenAt(json({ responses: { 'entity-0': matches(merged), 'entity-1': matches() } }));
    expect(response).toEqual({
      status: 'found',
      facts: {
        hits: [
          {
            topic: 'sanctions',
            listedId: 'NK-9',
            listed: listed('NK-9'),
            matchScore: 0.91,
            formerIds: ['NK-1', 'Q7'],
            details: said('sanction'),
          },
        ],
      },
    });
  });

  test('says since when an entry is listed, when it changed, where it is from and the birth date of the person', async () => {
    const entry = result('NK-1', ['sanction']);
    const properties = {
      ...entry.properties,
      address: [{ id: 'addr-1', schema: 'Address' }, '1 Broad Street, Lagos'],
      country: ['ng', 'gb'],
      birthDate: ['1961-04-02'],
    };
    const dated = { ...entry, first_seen: '2019-03-04T10:00:00', last_change: '2024-05-06T10:00:00', properties };
    const { response } = await screenAt(json({ responses: { 'entity-0': matches(dated), 'entity-1': matches() } }));
    const details = {
      ...{ lists: ['ng_nigsac'], topics: ['sanction'], listedAt: '2019-03-04T10:00:00' },
      ...{ changedAt: '2024-05-06T10:00:00', address: '1 Broad Street, Lagos', country: 'ng', birthDate: '1961-04-02' },
    };
    expect(response).toMatchObject({ status: 'found', facts: { hits: [{ listedId: 'NK-1', details }] } });
  });

  test('keeps a hit although a displayed detail is unusable', async () => {
    const odd = { ...result('NK-1', ['sanction']), first_seen: 7, last_change: {} };
    const properties = { ...odd.properties, address: 'no list', country: null };
    const { response } = await screenAt(
      json({ responses: { 'entity-0': matches({ ...odd, properties }), 'entity-1': matches() } }),
    );
    expect(response).toMatchObject({ status: 'found', facts: { hits: [{ listedId: 'NK-1' }] } });
  });

  test('states the first list of an entry, and its first http address of at most 500 characters', async () => {
    const urls = [
      'javascript:alert(1)',
      `https://lists.example/${'a'.repeat(500)}`,
      'https://lists.example/1',
      'http://b',
    ];
    const entry = result('NK-1', ['sanction']);
    const long = { ...entry, caption: 'N'.repeat(600), datasets: ['un_sc_sanctions', 'ng_nigsac'] };
    const stated = { ...long, properties: { ...entry.properties, sourceUrl: urls } };
    const unlisted = { ...result('NK-2', ['sanction']), datasets: [] };
    const { response } = await screenAt(
      json({ responses: { 'entity-0': matches(stated), 'entity-1': matches(unlisted) } }),
    );
    const hit = { topic: 'sanctions', matchScore: 0.91 };
    expect(response).toEqual({
      status: 'found',
      facts: {
        hits: [
          {
            ...{ ...hit, listedId: 'NK-1' },
            listed: { list: 'un_sc_sanctions', entity: 'N'.repeat(500), url: 'https://lists.example/1' },
            details: { lists: long.datasets, topics: ['sanction'] },
          },
          {
            ...hit,
            listedId: 'NK-2',
            listed: { list: 'default', entity: 'NK-2', url: null },
            details: { lists: [], topics: ['sanction'] },
          },
        ],
      },
    });
  });

  test('shows an entry without a name by its id, and a cut name as well-formed text', async () => {
    const { caption: _, ...nameless } = result('NK-1', ['sanction']);
    const halved = { ...result('NK-2', ['sanction']), caption: `${'N'.repeat(499)}😀` };
    const { response } = await screenAt(
      json({ responses: { 'entity-0': matches(nameless), 'entity-1': matches(halved) } }),
    );
    const hits = response.status === 'found' ? response.facts.hits : [];
    expect(hits.map(({ listed: { entity } }) => entity)).toEqual(['NK-1', `${'N'.repeat(499)}\ufffd`]);
  });

  test('ignores lists of counter-sanctions', async () => {
    const { response } = await screenAt(
      json({ responses: { 'entity-0': matches(result('NK-5', ['sanction.counter'])), 'entity-1': matches() } }),
    );
    expect(response).toEqual({ status: 'found', facts: { hits: [] } });
  });

  test.each<[string, Behaviour]>([
    ['a missing person', json({ responses: { 'entity-0': matches() } })],
    [
      'an error for one entity',
      json({ responses: { 'entity-0': matches(), 'entity-1': { status: 500, results: [] } } }),
    ],
    ['rubbish', json({ detail: 'Index not ready' })],
  ])('with %s is unavailable, never clean', async (_, behaviour) => {
    const { response, received } = await screenAt(behaviour);
    expect(response).toEqual({ status: 'unavailable', cause: 'unusable_answer' });
    expect(received).toHaveLength(3);
  });

  test('that is down is unavailable, never clean', async () => {
    expect((await screenAt(status(500))).response).toEqual({ status: 'unavailable', cause: 'refused' });
  });
});
