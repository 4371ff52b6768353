import { describe, expect, test } from 'vitest';
import { clientRequestIdIn } from '#shared/http/client-request-id';

const sent = (text: string | undefined) => clientRequestIdIn({ 'x-request-id': text });

describe('the request id of a caller', () => {
  test.each([
    ['a UUID', '7f1d9c52-0b8e-4f0e-8a43-5c1f5f6f0d11'],
    ['a ULID', '01KAJ3X1QM3B6C9D0E1F2G3H4J'],
    ['a trace id of AWS', 'Root=1-67891233-abcdef012345678912345678'],
    ['base64', 'JKJaXmPLvHcESHA='],
    ['the longest', 'a'.repeat(128)],
  ])('is a field of its own: %s', (_, text) => {
    expect(sent(text)).toStrictEqual({ clientRequestId: text });
  });

  test.each([
    ['none', undefined],
    ['an empty text', ''],
    ['a longer text', 'a'.repeat(129)],
    ['an email address', 'ada@example.com'],
    ['a telephone number', '+2348031234567'],
    ['an identity number', '22212345678'],
    ['an API key', 'live_sk_9f86d081884c7d65'],
    ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['an embed token', 'elt_4fZ2kYb0Q9sVx7LmNwEr'],
    ['a JWT', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3IifQ.c2ln'],
    ['two values of one header', 'a1,b2'],
    ['a line break', 'a\nlevel'],
    ['JSON', '{"a":1}'],
    ['a name', 'Ada Obi'],
  ])('is ignored if it has another form: %s', (_, text) => {
    expect(sent(text)).toStrictEqual({});
  });
});
