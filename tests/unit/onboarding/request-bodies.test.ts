import { type GenericSchema, getDotPath, safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { createApplicantBody } from '#shared/onboarding/applicants/applicant-bodies';
import { openSessionBody, saveAnswersBody, submitSessionBody } from '#shared/onboarding/embed/embed-bodies';
import { createWidgetBody, setWidgetStatusBody } from '#shared/onboarding/widgets/widget-bodies';
import { config, configInput } from './fixtures.ts';

const pathsOf = (schema: GenericSchema, input: unknown) => {
  const result = safeParse(schema, input);
  return result.success ? [] : result.issues.map((issue) => getDotPath(issue));
};

const outputOf = <Output>(schema: GenericSchema<unknown, Output>, input: unknown): Output | undefined => {
  const result = safeParse(schema, input);
  return result.success ? result.output : undefined;
};

const text = (length: number) => 'x'.repeat(length);

describe('create widget', () => {
  test('needs a name and a configuration; the rest has defaults', () => {
    expect(outputOf(createWidgetBody, { name: 'Shop', config: configInput() })).toEqual({
      name: 'Shop',
      templateId: 'blank',
      config: config(),
    });
    expect(pathsOf(createWidgetBody, {})).toEqual(['name', 'config']);
  });

  test('names a problem within the configuration by its full path', () => {
    const input = configInput();
    input.risk.autoApproveThreshold = 101;
    expect(pathsOf(createWidgetBody, { name: 'Shop', config: input })).toEqual(['config.risk.autoApproveThreshold']);
  });

  test.each([
    ['name', text(120), text(121)],
    ['name', ' ', ''],
    ['templateId', text(60), text(61)],
    ['templateId', 'a', ''],
    ['environment', 'live', 'staging'],
  ])('%s accepts %j and refuses %j', (field, good, bad) => {
    const body = { name: 'Shop', config: configInput() };
    expect(pathsOf(createWidgetBody, { ...body, [field]: good })).toEqual([]);
    expect(pathsOf(createWidgetBody, { ...body, [field]: bad })).toEqual([field]);
  });
});

describe('set widget status', () => {
  test.each(['draft', 'live', 'paused'])('accepts %s', (status) => {
    expect(outputOf(setWidgetStatusBody, { status })).toEqual({ status });
  });

  test('accepts nothing else', () => {
    expect(pathsOf(setWidgetStatusBody, { status: 'deleted' })).toEqual(['status']);
    expect(pathsOf(setWidgetStatusBody, {})).toEqual(['status']);
  });
});

describe('create applicant', () => {
  test('may be empty', () => {
    expect(outputOf(createApplicantBody, {})).toEqual({ subject: {} });
  });

  test.each([
    ['businessName', 200],
    ['registrationNumber', 120],
    ['tin', 40],
    ['phone', 40],
    ['jurisdiction', 80],
    ['industry', 120],
  ])('subject.%s has at most %i characters', (field, most) => {
    expect(pathsOf(createApplicantBody, { subject: { [field]: text(most) } })).toEqual([]);
    expect(pathsOf(createApplicantBody, { subject: { [field]: text(most + 1) } })).toEqual([`subject.${field}`]);
    expect(pathsOf(createApplicantBody, { subject: { [field]: 7 } })).toEqual([`subject.${field}`]);
  });

  test('subject.email is an e-mail address of at most 200 characters', () => {
    expect(pathsOf(createApplicantBody, { subject: { email: `${text(64)}@${text(63)}.${text(63)}.ng` } })).toEqual([]);
    expect(
      pathsOf(createApplicantBody, { subject: { email: `${text(64)}@${text(63)}.${text(63)}.${text(8)}` } }),
    ).toEqual(['subject.email']);
    expect(pathsOf(createApplicantBody, { subject: { email: 'acme.ng' } })).toEqual(['subject.email']);
  });

  test('limits count characters as readers and JSON Schema do, not UTF-16 units', () => {
    const flags = '\u{1F3F4}'.repeat(40);
    expect(flags.length).toBe(80);
    expect(pathsOf(createApplicantBody, { subject: { phone: flags } })).toEqual([]);
    expect(pathsOf(createApplicantBody, { subject: { phone: `${flags}x` } })).toEqual(['subject.phone']);
  });

  test('referenceId has 1 to 120 characters', () => {
    expect(pathsOf(createApplicantBody, { referenceId: text(120) })).toEqual([]);
    expect(pathsOf(createApplicantBody, { referenceId: '' })).toEqual(['referenceId']);
    expect(pathsOf(createApplicantBody, { referenceId: text(121) })).toEqual(['referenceId']);
  });

  test('unknown fields are dropped', () => {
    expect(outputOf(createApplicantBody, { subject: { businessName: 'A', mood: 'grim' }, status: 'approved' })).toEqual(
      {
        subject: { businessName: 'A' },
      },
    );
  });
});

describe('the embedded runtime', () => {
  test('every body needs the token', () => {
    for (const body of [openSessionBody, submitSessionBody]) expect(pathsOf(body, {})).toEqual(['token']);
    expect(pathsOf(saveAnswersBody, {})).toEqual(['token', 'moduleId', 'answers']);
    expect(pathsOf(submitSessionBody, { token: '' })).toEqual(['token']);
  });

  test('open session accepts what create applicant accepts, or an applicant', () => {
    expect(outputOf(openSessionBody, { token: 'elt_1', subject: { businessName: 'A' }, referenceId: 'r' })).toEqual({
      token: 'elt_1',
      subject: { businessName: 'A' },
      referenceId: 'r',
    });
    expect(outputOf(openSessionBody, { token: 'elt_1', applicantId: 'app_1' })).toEqual({
      token: 'elt_1',
      applicantId: 'app_1',
      subject: {},
    });
  });

  test('save answers leaves the fields to the module', () => {
    const body = { token: 'elt_1', moduleId: 'tin_verification', answers: { tin: '5', more: ['x'], none: null } };
    expect(outputOf(saveAnswersBody, body)).toEqual(body);
    expect(pathsOf(saveAnswersBody, { ...body, answers: 'tin' })).toEqual(['answers']);
  });
});
