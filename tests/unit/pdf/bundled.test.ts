import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { applicantReport } from '#shared/onboarding/report/applicant-report';
import { reportPdf } from '#shared/onboarding/report/report-pdf';
import { typicalApplicant } from '#tests/support/reported-applicants';
import { temporaryFolder } from '#tests/support/temporary-folder';

const NAMES = ['read-applicant', 'read-applicant-report'];

describe('The PDF writer in a bundle', () => {
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder('documents');
    await bundleFunctions(
      listFunctions().filter(({ name }) => NAMES.includes(name)),
      folder,
    );
  });

  const lateParts = (name: string) => globSync('report-pdf-*.mjs', { cwd: join(folder, name) });

  const packagesOf = (name: string): string[] =>
    JSON.parse(readFileSync(join(folder, name, 'licences.json'), 'utf8')).map((found: { name: string }) => found.name);

  test('writes the same documents as its sources', async () => {
    const { applicant, session, evidence } = typicalApplicant('sandbox');
    const report = await applicantReport(applicant, session, evidence, Date.UTC(2026, 10, 27));
    const [part = ''] = lateParts('read-applicant-report');
    const bundled: { reportPdf: typeof reportPdf } = await import(join(folder, 'read-applicant-report', part));
    expect(Buffer.from(await bundled.reportPdf(report)).equals(await reportPdf(report))).toBe(true);
  });

  test('is next to its function, which loads it only to write a document, with the licence of its fonts', () => {
    expect(lateParts('read-applicant-report')).toHaveLength(1);
    expect(packagesOf('read-applicant-report')).toEqual(expect.arrayContaining(['pdfkit', 'dejavu-fonts-ttf']));
    expect(readFileSync(join(folder, 'THIRD_PARTY_LICENCES.txt'), 'utf8')).toContain('Bitstream Vera');
  });

  test('is in no function that does not use it', () => {
    expect(packagesOf('read-applicant')).not.toContain('pdfkit');
    expect(packagesOf('read-applicant')).not.toContain('dejavu-fonts-ttf');
  });
});
