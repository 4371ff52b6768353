import fc from 'fast-check';
import { getDotPath, safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { moduleOrder, widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { config, configInput, enabled } from './fixtures.ts';

type Json = Record<string, unknown>;

/** The configuration with one value replaced, or removed if it is undefined. */
const withValue = (path: string, value: unknown): Json => {
  const changed: Json = structuredClone(configInput()) as unknown as Json;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let place = changed;
  for (const key of keys) place = place[key] as Json;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return changed;
};

const problemsOf = (input: unknown) => {
  const result = safeParse(widgetConfigSchema, input);
  return result.success ? [] : result.issues.map((issue) => [getDotPath(issue), issue.message]);
};

const pathsOf = (input: unknown) => problemsOf(input).map(([path]) => path);

const outputOf = (input: unknown) => {
  const result = safeParse(widgetConfigSchema, input);
  return result.success ? result.output : undefined;
};

const text = (length: number) => 'x'.repeat(length);

describe('a configuration', () => {
  test('is complete without its optional fields, which get their defaults', () => {
    expect(config().branding).toMatchObject({ logoUrl: '', supportEmail: '' });
    expect(config().branding).not.toHaveProperty('logoPublicId');
    expect(config().flow).toMatchObject({ successRedirectUrl: '', failureRedirectUrl: '', abandonRedirectUrl: '' });
    expect(config().notifications.notifyAdminEmail).toBe('');
  });

  test('is unchanged by another pass', () => {
    expect(outputOf(config())).toEqual(config());
  });

  test('drops unknown fields', () => {
    const input = { ...configInput(), extra: 1, risk: { ...configInput().risk, mood: 'grim' } };
    expect(outputOf(input)).toEqual(config());
  });

  test.each(['branding', 'modules', 'flow', 'security', 'risk', 'notifications'])('needs its section %s', (section) => {
    expect(pathsOf(withValue(section, undefined))).toEqual([section]);
  });

  test.each([
    ...['brandName', 'accentColor', 'cornerRadius', 'welcomeTitle', 'welcomeMessage'].map((name) => `branding.${name}`),
    ...['completionTitle', 'completionMessage'].map((name) => `branding.${name}`),
    ...['order', 'enableSavedProgress', 'enableResume', 'sessionTimeoutMinutes'].map((name) => `flow.${name}`),
    ...['allowedDomains', 'allowedCountries', 'enableIpAllowlist'].map((name) => `security.${name}`),
    ...['ipAllowlist', 'requireSignedRequests'].map((name) => `security.${name}`),
    ...['tier', 'autoApproveThreshold', 'autoRejectThreshold', 'reviewOnPepMatch'].map((name) => `risk.${name}`),
    ...['reviewOnAdverseMedia', 'reviewOnSanctionsMatch'].map((name) => `risk.${name}`),
    ...['notifyApplicantEmail', 'notifyApplicantSms', 'webhookEvents'].map((name) => `notifications.${name}`),
    'modules.business_profile.enabled',
    'modules.business_profile.required',
  ])('needs %s', (path) => {
    expect(pathsOf(withValue(path, undefined))).toEqual([path]);
  });

  test.each<[string, unknown, unknown]>([
    ['branding.brandName', text(120), text(121)],
    ['branding.brandName', 'A', ''],
    ['branding.logoUrl', `https://a.ng/${text(2035)}`, `https://a.ng/${text(2036)}`],
    ['branding.logoUrl', 'data:image/png;base64,AAAA', 'data:text/html,x'],
    ['branding.logoUrl', '/logo.png', ' JavaScript:alert(1)'],
    ['branding.logoPublicId', text(512), text(513)],
    ['branding.accentColor', '#ABC', 'red'],
    ['branding.accentColor', '#a1b2c3', '#a1b2c'],
    ['branding.cornerRadius', 'sharp', 'square'],
    ['branding.welcomeTitle', text(200), text(201)],
    ['branding.welcomeMessage', text(600), text(601)],
    ['branding.completionTitle', text(200), text(201)],
    ['branding.completionMessage', text(600), text(601)],
    ['branding.supportEmail', 'Ada of Acme <help@acme.ng>', text(201)],
    ['flow.enableResume', false, 'no'],
    ['flow.sessionTimeoutMinutes', 5, 4],
    ['flow.sessionTimeoutMinutes', 240, 241],
    ['flow.sessionTimeoutMinutes', 30, 30.5],
    ['flow.successRedirectUrl', 'acme-app://done', 'vbscript:x'],
    ['flow.failureRedirectUrl', '../failed', 'java\nscript:alert(1)'],
    ['flow.abandonRedirectUrl', 'http://localhost:3000/bye', 'data:image/png;base64,AAAA'],
    ['security.requireSignedRequests', true, 1],
    ['risk.tier', 'enhanced', 'high'],
    ['risk.autoApproveThreshold', 0, -1],
    ['risk.autoRejectThreshold', 100, 101],
    ['risk.autoRejectThreshold', 50, '50'],
    ['notifications.notifyAdminEmail', 'ops@acme.ng, Chief <chief@acme.ng>', text(201)],
  ])('%s accepts %j and refuses %j', (path, good, bad) => {
    expect(problemsOf(withValue(path, good))).toEqual([]);
    expect(pathsOf(withValue(path, bad))).toEqual([path]);
  });

  test('may approve above the threshold at which it rejects', () => {
    const input = withValue('risk', { ...configInput().risk, autoApproveThreshold: 90, autoRejectThreshold: 10 });
    expect(problemsOf(input)).toEqual([]);
  });

  test('reports every problem at once, each with its path', () => {
    const input = withValue('security', {
      allowedDomains: ['ok.ng', text(256)],
      allowedCountries: ['NGA', 'N1'],
      enableIpAllowlist: 'yes',
      ipAllowlist: [text(65)],
      requireSignedRequests: false,
    });
    (input['branding'] as Json)['brandName'] = '';
    (input['flow'] as Json)['order'] = ['nonsense', 'business_profile', 'business_profile'];
    expect(pathsOf(input)).toEqual([
      'branding.brandName',
      'flow.order.0',
      'flow.order.2',
      'security.allowedDomains.1',
      'security.allowedCountries.0',
      'security.allowedCountries.1',
      'security.enableIpAllowlist',
      'security.ipAllowlist.0',
    ]);
  });
});

describe('modules and their order', () => {
  test('may be any of the nineteen, or none', () => {
    fc.assert(
      fc.property(fc.subarray([...MODULE_IDS]), (ids) => {
        const input = { ...withValue('modules', enabled(...ids)) };
        (input['flow'] as Json)['order'] = [];
        expect(outputOf(input)?.flow.order).toEqual(ids);
      }),
    );
  });

  test('an unknown module is reported in both places', () => {
    expect(problemsOf(withValue('modules', { palm_reading: { enabled: true, required: false } }))).toEqual([
      ['modules.palm_reading', 'Unknown module "palm_reading"'],
    ]);
    expect(problemsOf(withValue('flow.order', ['palm_reading']))).toEqual([
      ['flow.order.0', 'Unknown module "palm_reading"'],
    ]);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is not a module', (name) => {
    const settings = JSON.parse(`{"${name}":{"enabled":true,"required":true}}`);
    expect(problemsOf(withValue('modules', settings))).toEqual([[`modules.${name}`, `Unknown module "${name}"`]]);
    expect(problemsOf(withValue('flow.order', [name]))).toEqual([['flow.order.0', `Unknown module "${name}"`]]);
  });

  test('an unknown module is not repeated if its name is too long', () => {
    const settings = { [text(100_000)]: { enabled: true, required: true } };
    expect(problemsOf(withValue('modules', settings)).map(([, message]) => message)).toEqual(['Unknown module']);
  });

  test('a module is in the order once', () => {
    expect(problemsOf(withValue('flow.order', ['aml_screening', 'cac_verification', 'aml_screening']))).toEqual([
      ['flow.order.2', 'Duplicate module "aml_screening"'],
    ]);
  });

  test('an enabled module that the order leaves out is appended, a disabled one is not', () => {
    const input = withValue('modules', {
      ...enabled('tin_verification', 'business_profile', 'cac_verification'),
      pep_screening: { enabled: false, required: true },
    });
    (input['flow'] as Json)['order'] = ['cac_verification'];
    expect(outputOf(input)?.flow.order).toEqual(['cac_verification', 'business_profile', 'tin_verification']);
  });

  test('the applicant gets the enabled modules in order', () => {
    const kept = outputOf({
      ...withValue('flow.order', ['pep_screening', 'cac_verification', 'scuml_verification', 'business_profile']),
      modules: {
        ...enabled('business_profile', 'cac_verification'),
        pep_screening: { enabled: false, required: true },
      },
    });
    expect(kept && moduleOrder(kept)).toEqual(['cac_verification', 'business_profile']);
  });
});

describe('security lists', () => {
  test('contain domains in the form that origins are compared with', () => {
    const input = withValue('security.allowedDomains', ['https://Shop.ACME.ng/', '*.bücher.example:8443', '*', '?']);
    const { allowedDomains } = outputOf(input)?.security ?? {};
    expect(allowedDomains).toEqual(['shop.acme.ng', '*.xn--bcher-kva.example:8443', '*', '?']);
  });

  test('contain countries as two letters, stored in upper case', () => {
    expect(outputOf(withValue('security.allowedCountries', ['ng', 'GH']))?.security.allowedCountries).toEqual([
      'NG',
      'GH',
    ]);
    expect(pathsOf(withValue('security.allowedCountries', ['Nigeria', 'N1']))).toHaveLength(2);
  });

  test.each([
    ['security.allowedDomains', 50, 'a.ng'],
    ['security.allowedCountries', 250, 'NG'],
    ['security.ipAllowlist', 100, '10.0.0.1'],
    ['notifications.webhookEvents', 20, 'applicant.approved'],
  ])('%s accepts at most %i entries', (path, most, entry) => {
    expect(problemsOf(withValue(path, Array(most).fill(entry)))).toEqual([]);
    expect(pathsOf(withValue(path, Array(most + 1).fill(entry)))).toEqual([path]);
  });
});
