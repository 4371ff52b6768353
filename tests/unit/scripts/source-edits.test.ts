import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundledSource } from '#scripts/bundle/source-edits';

/** A source as it is in a bundle, on one line and without what only esbuild needs. */
const bundled = (source: string): string =>
  transformSync(bundledSource('a.ts', source), {
    loader: 'ts',
    minifySyntax: true,
    minifyWhitespace: true,
  }).code.trim();

describe('our own source in a bundle', () => {
  test('has schemas without their descriptions, however they are nested', () => {
    const source = `export const body = component(
      v.object({
        name: described(v.string(), 'Its (name).'),
        at: v.nullable(described(described(v.string(), 'a'), 'b', { format: 'date-time' })),
      }),
      'Thing',
      'A thing.',
    );`;
    expect(bundled(source)).toBe(
      bundled('export const body = v.object({ name: v.string(), at: v.nullable(v.string()) });'),
    );
  });

  test('also loses them within functions, but keeps calls with similar names', () => {
    const source = "export const of = (n) => described(text(n), 'It.'); export const other = x.described(1, 'kept');";
    expect(bundled(source)).toBe(
      bundled("export const of = (n) => text(n); export const other = x.described(1, 'kept');"),
    );
  });

  test('has module-level constants marked as free of side effects, so that unused ones are left out', () => {
    const source = 'const unused = contract({ a: v.string() }); export const used = () => 1;';
    const { code } = transformSync(bundledSource('a.ts', source), { loader: 'ts', treeShaking: true, format: 'esm' });
    expect(code).not.toContain('contract');
    expect(code).toContain('used');
  });
});
