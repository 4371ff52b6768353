import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releaseNotes } from '#scripts/release-notes/notes';

const CHANGELOG = `# Changelog

What users see.

## 1.2.0 (not released)

Later.

## 1.1.0 (2026-12-24)

- A field.

### Fixed

- A fault.

## 1.0.0 (2026-11-30)

The first version.
`;

test('the notes of a release are its section of the changelog', () => {
  expect(releaseNotes(CHANGELOG, '1.1.0')).toBe('- A field.\n\n### Fixed\n\n- A fault.\n');
  expect(releaseNotes(CHANGELOG, '1.0.0')).toBe('The first version.\n');
});

test('a version without a date is not released, and one without a section is a mistake', () => {
  expect(releaseNotes(CHANGELOG, '1.2.0')).toBe('');
  expect(releaseNotes(CHANGELOG, '1.1')).toBeUndefined();
  expect(releaseNotes(CHANGELOG, '2.0.0')).toBeUndefined();
});

test('the changelog has a section of the version of today', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version)).toBeDefined();
});
