import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourcePorts } from '#shared/sources/ports';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { nameOutcome, SANDBOX_SCENARIOS, scenarioOf } from '#shared/sources/sandbox/scenarios';

const { signal } = new AbortController();

/** One lookup to each port that takes a business name. */
const askEveryPort = (businessName: string) => {
  const ports: SourcePorts = SANDBOX_PORTS;
  return {
    registry: ports.registry({ registrationNumber: 'RC7654321', businessName }, signal),
    tax: ports.tax({ taxNumber: '12345678-0001', kind: 'firs_tin', businessName }, signal),
    bankAccount: ports.bankAccount({ bankCode: '058', accountNumber: '0123456789', businessName }, signal),
    identity: ports.identity({ role: 'director', people: [{ fullName: 'Ada Obi' }], businessName }, signal),
    documents: ports.documents({ kind: 'memart', documentNumber: 'RC7654321', businessName }, signal),
    socialMedia: ports.socialMedia({ profiles: { website: 'acme.ng' }, businessName }, signal),
    meter: ports.meter({ meterNumber: '12345678', provider: 'EKO', businessName }, signal),
  };
};

const statusesOf = async (businessName: string): Promise<Set<string>> => {
  const answers = await Promise.all(Object.values(askEveryPort(businessName)));
  return new Set(answers.map(({ status }) => status));
};

/** A visit without its business and street. */
const VISIT = {
  reference: 'addr_1',
  businessName: 'Adire Market Limited',
  businessPhone: '+2348031234567',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348057654321',
  street: '1 Broad Street',
  landmark: 'Opposite the market',
  lga: 'Lagos Island',
  city: 'Lagos',
  state: 'Lagos',
};

describe('sandbox sources', () => {
  test('know an ordinary business everywhere, as active and by the name that was looked up', async () => {
    const requested = askEveryPort('Acme Foods Ltd');
    expect(await requested.registry).toEqual({
      status: 'found',
      facts: {
        registrationNumber: 'RC7654321',
        businessName: 'Acme Foods Ltd',
        businessStatus: 'active',
        registrationDate: '2001-02-18',
        commencementDate: '2001-02-18',
        natureOfBusiness: 'Software development',
        businessCategory: 'Technology',
        email: 'rc7654321@sandbox.example',
        address: '122 Sandbox Street',
        city: 'Garki',
        state: 'FCT',
        lga: 'Abuja Municipal',
        shareCapital: 2_000_000,
        dividedInto: '2,000,000 ordinary shares of ₦1 each',
        shareholders: [
          { name: 'Sandbox Shareholder One', shareType: 'ordinary', numberOfShares: 1_200_000, percentage: 60 },
          { name: 'Sandbox Shareholder Two', shareType: 'ordinary', numberOfShares: 800_000, percentage: 40 },
        ],
        registrar: { name: 'Sandbox Registrar', office: 'FCT' },
      },
    });
    expect(await requested.tax).toEqual({ status: 'found', facts: { taxpayerName: 'Acme Foods Ltd' } });
    expect(await requested.bankAccount).toEqual({ status: 'found', facts: { accountName: 'Acme Foods Ltd' } });
    expect(await requested.identity).toEqual({
      status: 'found',
      facts: { people: ['confirmed'], recordedNames: ['Ada Obi'] },
    });
    expect(await requested.documents).toEqual({
      status: 'found',
      facts: { documentStatus: 'valid', holderName: 'Acme Foods Ltd' },
    });
    expect(await requested.socialMedia).toEqual({ status: 'found', facts: { confirmed: ['website'] } });
    expect(await requested.meter).toMatchObject({ status: 'found' });
  });

  test('know SANDBOX_REJECT nowhere', async () => {
    expect(await statusesOf('SANDBOX_REJECT Ltd')).toEqual(new Set(['not_found']));
  });

  test('are all down for SANDBOX_UNAVAILABLE, including screening', async () => {
    expect(await statusesOf('SANDBOX_UNAVAILABLE Ltd')).toEqual(new Set(['unavailable']));
    const screened = await SANDBOX_PORTS.screening(
      { entities: [{ kind: 'business', names: ['SANDBOX_UNAVAILABLE Ltd'] }], topics: ['pep'] },
      signal,
    );
    expect(screened).toEqual({ status: 'unavailable', cause: 'simulated' });
  });

  test('know SANDBOX_REVIEW by another name', async () => {
    const requested = askEveryPort('SANDBOX_REVIEW Ltd');
    const businessName = expect.not.stringContaining('SANDBOX_REVIEW');
    expect(await requested.registry).toMatchObject({ status: 'found', facts: { businessName } });
    expect(await requested.tax).toMatchObject({ status: 'found', facts: { taxpayerName: businessName } });
    expect(await requested.identity).toEqual({
      status: 'found',
      facts: { people: ['mismatch'], recordedNames: ['Sandbox Person of Another Name'] },
    });
    expect(await requested.socialMedia).toEqual({ status: 'found', facts: { confirmed: [] } });
  });

  test.each([
    ['RC0000001', { status: 'not_found' }],
    ['RC0000002', { status: 'found', facts: { businessName: 'Acme', businessStatus: 'inactive' } }],
    ['RC0000003', { status: 'found', facts: { businessName: expect.not.stringContaining('Acme') } }],
    ['RC0000009', { status: 'unavailable', cause: 'simulated' }],
  ])('respond to %s in the registry as documented', async (registrationNumber, response) => {
    expect(await SANDBOX_PORTS.registry({ registrationNumber, businessName: 'Acme' }, signal)).toMatchObject(response);
  });

  test('have a registry name for a number that is looked up alone, and no shares for a business that has none', async () => {
    const unnamed = await SANDBOX_PORTS.registry({ registrationNumber: 'BN42' }, signal);
    expect(unnamed).toMatchObject({ status: 'found', facts: { businessName: 'Sandbox Business BN42' } });
    expect(unnamed).not.toHaveProperty('facts.shareCapital');
    expect(await SANDBOX_PORTS.registry({ registrationNumber: 'BN42' }, signal)).toStrictEqual(unnamed);
  });

  test('do not find TIN 00000000-0001 and meter 00000000000', async () => {
    const taxNumber = '00000000-0001';
    expect(await SANDBOX_PORTS.tax({ taxNumber, kind: 'firs_tin' }, signal)).toEqual({ status: 'not_found' });
    const meterNumber = '00000000000';
    expect(await SANDBOX_PORTS.meter({ meterNumber, provider: 'EKO' }, signal)).toEqual({ status: 'not_found' });
  });

  test.each([
    ['SANDBOX_SANCTIONS Ltd', ['sanctions']],
    ['SANDBOX_PEP Ltd', ['pep']],
    ['SANDBOX_ADVERSE Ltd', ['adverse_media']],
    ['SANDBOX_REJECT Ltd', []],
    ['Acme', []],
  ])('have hits for screening %s: %j', async (name, topics) => {
    const response = await SANDBOX_PORTS.screening(
      { entities: [{ kind: 'business', names: ['Clean', name] }], topics: ['sanctions', 'pep', 'adverse_media'] },
      signal,
    );
    expect(response.status === 'found' && response.facts.hits.map(({ topic }) => topic)).toEqual(topics);
  });

  test('return only the requested topics of a screening', async () => {
    const response = await SANDBOX_PORTS.screening(
      { entities: [{ kind: 'person', names: ['SANDBOX_SANCTIONS'] }], topics: ['pep'] },
      signal,
    );
    expect(response).toEqual({ status: 'found', facts: { hits: [] } });
  });

  test('always give the same response to the same lookup', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (registrationNumber, businessName) => {
        const ask = () => SANDBOX_PORTS.registry({ registrationNumber, businessName }, signal);
        expect(await ask()).toEqual(await ask());
      }),
    );
  });
});

describe('A visit of the sandbox', () => {
  test.each([
    ['1 Broad Street', undefined, { visitStatus: 'booked', simulatedResult: 'verified' }],
    ['FAIL 1 Broad Street', undefined, { visitStatus: 'booked', simulatedResult: 'not_verified' }],
    ['fail street', undefined, { visitStatus: 'booked', simulatedResult: 'verified' }],
    ['SLOW 1 Broad Street', undefined, { visitStatus: 'booked' }],
    ['UNREACHABLE', undefined, { visitStatus: 'not_possible' }],
    ['1 Broad Street', 'SANDBOX_REJECT Ltd', { visitStatus: 'booked', simulatedResult: 'not_verified' }],
    ['SLOW 1 Broad Street', 'SANDBOX_REJECT Ltd', { visitStatus: 'booked' }],
  ])('to %s of %s', async (street, businessName = 'Adire Market Limited', facts) => {
    const query = { ...VISIT, street, businessName };
    expect(await SANDBOX_PORTS.visits(query, signal)).toEqual({ status: 'found', facts });
  });

  test('cannot be booked for a business whose sources are down', async () => {
    const query = { ...VISIT, businessName: 'SANDBOX_UNAVAILABLE Ltd' };
    expect(await SANDBOX_PORTS.visits(query, signal)).toEqual({ status: 'unavailable', cause: 'simulated' });
  });
});

describe('the list of scenarios', () => {
  test('contains every magic value of the contract', () => {
    const values = (field: string) =>
      SANDBOX_SCENARIOS.filter((scenario) => scenario.field === field).map((s) => s.value);
    expect(values('businessName')).toEqual([
      'SANDBOX_REJECT',
      'SANDBOX_REVIEW',
      'SANDBOX_RESUBMIT',
      'SANDBOX_SANCTIONS',
      'SANDBOX_PEP',
      'SANDBOX_ADVERSE',
      'SANDBOX_UNAVAILABLE',
    ]);
    expect(values('registrationNumber')).toEqual(['RC0000001', 'RC0000002', 'RC0000003', 'RC0000009']);
    expect(values('tin')).toEqual(['00000000-0001']);
    expect(values('meterNumber')).toEqual(['00000000000']);
    expect(values('street')).toEqual(['FAIL', 'SLOW', 'UNREACHABLE']);
  });

  test.each(SANDBOX_SCENARIOS.map((scenario) => [scenario.value, scenario] as const))(
    '%s leads to its listed scenario',
    (value, scenario) => {
      expect(scenarioOf(scenario.field, value)).toBe(scenario);
    },
  );

  test('names and streets match by their beginning, numbers as a whole', () => {
    expect(nameOutcome('  SANDBOX_PEP Holdings')).toBe('pep');
    expect(nameOutcome('My SANDBOX_PEP')).toBeUndefined();
    expect(nameOutcome('sandbox_pep')).toBeUndefined();
    expect(scenarioOf('registrationNumber', 'RC00000011')).toBeUndefined();
    expect(scenarioOf('street', undefined)).toBeUndefined();
  });
});
