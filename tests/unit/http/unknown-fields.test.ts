import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { list, object } from '#shared/http/schemas/containers';
import { unknownFields } from '#shared/http/schemas/unknown-fields';
import { createApplicantBody } from '#shared/onboarding/applicants/applicant-bodies';

const warnings = (body: unknown, schema = createApplicantBody as v.GenericSchema) =>
  unknownFields(schema, { rawBody: Buffer.from(JSON.stringify(body)) });

const IGNORED = 'This field does not exist and was ignored';

describe('fields that a body has but its schema does not', () => {
  test.each([
    [{ refrenceId: 'c-1' }, 'refrenceId', 'referenceId'],
    [{ reference_id: 'c-1' }, 'reference_id', 'referenceId'],
    [{ REFERENCEID: 'c-1' }, 'REFERENCEID', 'referenceId'],
    [{ businessName: 'Ada Ltd' }, 'businessName', 'subject.businessName'],
    [{ subject: { bussinessName: 'Ada Ltd' } }, 'subject.bussinessName', 'subject.businessName'],
    [{ subject: { emial: 'a@b.example' } }, 'subject.emial', 'subject.email'],
    [{ subject: { phones: '1' } }, 'subject.phones', 'subject.phone'],
    [{ tni: '1' }, 'tni', undefined],
    [{ colour: 'blue' }, 'colour', undefined],
  ])('%j: %s, although %s was meant', (body, path, meant) => {
    expect(warnings(body)).toStrictEqual([
      { path, message: meant === undefined ? IGNORED : `${IGNORED}. Did you mean "${meant}"?` },
    ]);
  });

  test('are none in a body with known fields only, with `environment`, or without a body', () => {
    expect(warnings({ referenceId: 'c-1', environment: 'sandbox', subject: { tin: '1' } })).toStrictEqual([]);
    expect(unknownFields(createApplicantBody, { rawBody: Buffer.of() })).toStrictEqual([]);
  });

  test('are found in lists, with their place', () => {
    const schema = object({ people: v.exactOptional(list(object({ name: v.string() }), 9)) });
    expect(warnings({ people: [{ name: 'a' }, { nmae: 'b', name: 'c' }] }, schema)).toMatchObject([
      { path: 'people.1.nmae' },
    ]);
  });

  test('are reported up to the first twenty, with paths of at most 200 characters', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${'x'.repeat(300)}${index}`, 1]));
    const found = warnings(many);
    expect(found).toHaveLength(20);
    expect(Math.max(...found.map(({ path }) => path.length))).toBe(200);
  });

  test('are exactly those that parsing drops, whatever is sent', () => {
    const name = fc.constantFrom('referenceId', 'subject', 'constructor', 'toString', 'tin', 'a', 'b.c');
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ maxLength: 5 }), { noNullPrototype: true }), (body) => {
        const dropped = Object.keys(body).filter((key) => key !== 'referenceId' && key !== 'subject');
        expect(warnings(body).map(({ path }) => path)).toStrictEqual(dropped);
      }),
    );
  });
});
