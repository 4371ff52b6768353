import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundledSource } from '#scripts/bundle/source-edits';

/** A source as a bundle has it, in one line and without what is only for esbuild. */
const bundled = (source: string): string =>
  transformSync(bundledSource('a.ts', source), {
    loader: 'ts',
    minifySyntax: true,
    minifyWhitespace: true,
  }).code.trim();

describe('a source of ours in a bundle', () => {
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

  test('also within functions, and keeps calls with similar names', () => {
    const source = "export const of = (n) => described(text(n), 'It.'); export const other = x.described(1, 'kept');";
    expect(bundled(source)).toBe(
      bundled("export const of = (n) => text(n); export const other = x.described(1, 'kept');"),
    );
  });

  test('marks module-level constants as free of side effects: unused ones are left out', () => {
    const source = 'const unused = contract({ a: v.string() }); export const used = () => 1;';
    const { code } = transformSync(bundledSource('a.ts', source), { loader: 'ts', treeShaking: true, format: 'esm' });
    expect(code).not.toContain('contract');
    expect(code).toContain('used');
  });
});
