import { describe, expect, test } from 'vitest';
import { lookUpVendor, unavailableSources } from '#shared/monitoring/checks/look-up-vendor';
import { screenedEntities } from '#shared/monitoring/checks/screened-entities';
import { found, unavailable } from '#shared/sources/lookup-results';
import type { RegistryQuery, ScreeningQuery, SourcePorts, TaxQuery } from '#shared/sources/ports';
import { lookups, REGISTERED, vendor } from './check-fixtures.ts';

const { signal } = new AbortController();

describe('Who is screened for a vendor', () => {
  test('is the business by its name and number, and each director and shareholder once, by name', () => {
    expect(screenedEntities(vendor(), REGISTERED)).toStrictEqual([
      {
        kind: 'business',
        names: ['ADIRE TEXTILES LIMITED'],
        registrationNumber: 'RC1234567',
        jurisdiction: 'NG',
      },
      { kind: 'person', names: ['Ada Obi'] },
      { kind: 'person', names: ['Chidi Eze'] },
      { kind: 'person', names: ['Bello Musa'] },
    ]);
  });

  test('includes the shareholders of its record while the registry is unavailable', () => {
    const names = screenedEntities(vendor(), undefined).flatMap((entity) => entity.names);
    expect(names).toStrictEqual(['ADIRE TEXTILES LIMITED', 'Ada Obi', 'Bello Musa']);
  });

  test('includes a shareholder as a business if its name says so', () => {
    const shareholders = [{ name: 'Zenith Holdings Plc' }];
    expect(screenedEntities(vendor(), { ...REGISTERED, shareholders, directors: [] })[1]).toStrictEqual({
      kind: 'business',
      names: ['Zenith Holdings Plc'],
    });
  });

  test('is at most 50 people: the directors, then the largest shareholders', () => {
    const shareholders = Array.from({ length: 200 }, (_, index) => ({ name: `Owner ${index}`, percentage: index / 2 }));
    const names = screenedEntities(vendor(), { ...REGISTERED, shareholders }).flatMap((entity) => entity.names);
    expect(names).toHaveLength(51);
    expect(names.slice(1, 4)).toStrictEqual(['Ada Obi', 'Chidi Eze', 'Owner 199']);
  });
});

describe('The lookups of a check', () => {
  const asked: { registry?: RegistryQuery; tax?: TaxQuery; screening?: ScreeningQuery } = {};
  const ports: Pick<SourcePorts, 'registry' | 'tax' | 'screening'> = {
    registry: async (query) => {
      asked.registry = query;
      return found({ ...REGISTERED, directors: [{ name: 'Dayo Ade' }] });
    },
    tax: async (query) => {
      asked.tax = query;
      return found({ taxpayerName: 'Adire Textiles' });
    },
    screening: async (query) => {
      asked.screening = query;
      return unavailable('timed_out');
    },
  };

  test('name the business by its record, its verified tax number, and the people whom the registry names now', async () => {
    const company = { ...vendor(), firsTin: '12345678-0001' };
    const result = await lookUpVendor(company, { ports, startSourceTime: () => signal });
    const businessName = 'ADIRE TEXTILES LIMITED';
    expect(asked.registry).toStrictEqual({ registrationNumber: 'RC1234567', classificationId: 2, businessName });
    expect(asked.tax).toStrictEqual({ taxNumber: '12345678-0001', kind: 'firs_tin', businessName });
    expect(asked.screening?.topics).toStrictEqual(['sanctions', 'pep', 'adverse_media']);
    expect(asked.screening?.entities.flatMap(({ names }) => names)).toContain('Dayo Ade');
    expect(unavailableSources(result)).toStrictEqual([['screening', 'timed_out']]);
  });

  test('ask no tax authority if no number was verified', async () => {
    const result = await lookUpVendor(vendor(), { ports, startSourceTime: () => signal });
    expect(result.tax).toBeUndefined();
    expect(unavailableSources(lookups())).toStrictEqual([]);
  });
});
