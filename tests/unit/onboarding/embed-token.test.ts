import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameEmbedToken, newEmbedToken, parseEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { newId } from '#shared/platform/ids';

const ids = () => ({ widgetId: newId('wgt', Date.now()), accountId: newId('usr', Date.now()) });

describe('An embed token', () => {
  test('contains the widget and the account that it was made for', () => {
    const claimed = ids();
    expect(parseEmbedToken(newEmbedToken(claimed))).toStrictEqual(claimed);
  });

  test('is never generated twice', () => {
    const claimed = ids();
    const tokens = new Set(Array.from({ length: 1_000 }, () => newEmbedToken(claimed)));
    expect(tokens.size).toBe(1_000);
  });

  test('uses every character of its alphabet, so that no bits are lost', () => {
    const claimed = ids();
    const secrets = Array.from({ length: 200 }, () => newEmbedToken(claimed).slice(-32)).join('');
    expect(new Set(secrets).size).toBe(32);
  });

  test('is recognised only by its whole text', () => {
    const token = newEmbedToken(ids());
    expect(isSameEmbedToken(token, token)).toBe(true);
    expect(isSameEmbedToken(token, `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toBe(false);
    expect(isSameEmbedToken(token, token.slice(0, -1))).toBe(false);
    expect(isSameEmbedToken(token, '')).toBe(false);
    expect(isSameEmbedToken(token, token.toLowerCase())).toBe(false);
  });
});

describe('A text that is not an embed token', () => {
  const token = newEmbedToken(ids());

  test.each([
    '',
    'elt_',
    token.slice(0, -1),
    `${token}0`,
    `${token}\n`,
    ` ${token}`,
    token.toLowerCase(),
    token.replace('elt_', 'wgt_'),
    `${token.slice(0, -1)}#`,
    `${token.slice(0, -1)}U`,
    `elt_${'é'.repeat(84)}`,
  ])('yields nothing: %j', (text) => {
    expect(parseEmbedToken(text)).toBeUndefined();
  });

  test('is recognised as such, and nothing that it yields could break a key', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `elt_${text}`),
        ),
        (text) => {
          const claimed = parseEmbedToken(text);
          return claimed === undefined || !Object.values(claimed).some((id) => id.includes('#'));
        },
      ),
    );
  });
});
