import { getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { MAX_RESULT_BYTES } from '#shared/http/result-size';
import { applicantReport } from '#shared/onboarding/report/applicant-report';
import { reportPdf } from '#shared/onboarding/report/report-pdf';
import { pdfPages } from '#tests/support/pdf-text';
import {
  largestApplicant,
  type Reported,
  smallestApplicant,
  typicalApplicant,
} from '#tests/support/reported-applicants';

const NOW_MS = Date.UTC(2026, 10, 27, 17, 30);

const reportOn = ({ applicant, session, evidence }: Reported) => applicantReport(applicant, session, evidence, NOW_MS);

const pdfOf = async (reported: Reported): Promise<Uint8Array> => reportPdf(reportOn(reported));

const textOf = async (reported: Reported): Promise<string> => (await pdfPages(await pdfOf(reported))).join('\n');

/** A text without spaces and line breaks, because a document may break its lines anywhere. */
const unbroken = (text: string): string => text.replaceAll(/\s/g, '');

const withAnswer = (description: string): Reported => ({
  ...smallestApplicant('live'),
  session: { answers: { business_profile: { description } }, attachments: {} },
});

describe('The report as PDF', () => {
  test('contains everything that the report contains', async () => {
    const text = unbroken(await textOf(typicalApplicant('live')));
    const expected = [
      'Applicant report: ADIRE AND OLA TEXTILES LIMITED',
      'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
      'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
      'Approved, 2026-11-22 15:03:27 Africa/Lagos, by a reviewer of the account (key_01KAJ3T6B1N8H5Q7W2E4Z9C3VM)',
      'Report made 2026-11-27 18:30:00 Africa/Lagos',
      '48 of 100 (higher is riskier)',
      'The registry confirmed the name by telephone.',
      'Adíre & Ọlá Textiles Ltd',
      'Limited company (RC) [company]',
      'name_mismatch The record is under a different name.',
      'registry 2026-11-21 15:34:27 A record businessName',
      'Ọláwálé Adéyẹmí (NIN 12345678901)',
      'Ẹ káàbọ̀! Prices from ₦2,500',
      'businessName Adíre & Ọlá Textiles Ltd ADIRE OLA TEXTILES LIMITED',
      'ADIRE OLA NK-77 UN Security Council Sanctions since 1998-03-01 0.83 ng https://un.example/list/77',
      'by usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM A mill in Kano that was closed in 1998.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      '1,284,112',
      '2026-11-22 15:03:27 Approved a reviewer of the account (key_01KAJ3T6B1N8H5Q7W2E4Z9C3VM) The registry confirmed',
      'CAC registration NGN 200.00',
      'Total NGN 1,300.00',
    ];
    for (const part of expected) expect(text).toContain(unbroken(part.normalize('NFC')));
  });

  test('numbers its pages, and names the applicant on each', async () => {
    const pages = await pdfPages(await pdfOf(typicalApplicant('live')));
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M');
    }
  });

  test('marks every page of a sandbox report, and no page of a live one', async () => {
    for (const page of await pdfPages(await pdfOf(typicalApplicant('sandbox')))) {
      // Across the page, and at its top.
      expect(page.match(/Sandbox/g)?.length).toBeGreaterThanOrEqual(2);
    }
    expect(await textOf(typicalApplicant('live'))).not.toContain('Sandbox');
  });

  test('has a title, a language and a structure for readers who cannot see it', async () => {
    const pdf = await getDocumentProxy(Uint8Array.from(await pdfOf(typicalApplicant('live'))));
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({
      Title: 'Applicant report: ADIRE AND OLA TEXTILES LIMITED',
      Language: 'en-NG',
      CreationDate: 'D:20261127173000Z',
    });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const roles = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['Document', 'H1', 'H2', 'H3', 'Table', 'TR', 'TH', 'TD']) expect(roles).toContain(`"${role}"`);
  });

  test('of an applicant without any data is one page', async () => {
    const pages = await pdfPages(await pdfOf(smallestApplicant('sandbox')));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('No decision has been made on this applicant.');
  });

  test('says when its applicant was erased, and mentions no erasure otherwise', async () => {
    const { applicant, ...rest } = typicalApplicant('live');
    const erased = { ...rest, applicant: { ...applicant, erasedAt: '2026-11-26T09:00:00.000Z' } };
    expect(await textOf(erased)).toContain('Erased');
    expect(unbroken(await textOf(erased))).toContain('2026-11-2610:00:00');
    expect(await textOf(typicalApplicant('live'))).not.toContain('Erased');
  });

  test('of the largest applicant contains every file and every line of its answers, and fits in a response', {
    tags: ['load'],
  }, async () => {
    const largest = largestApplicant('sandbox');
    const bytes = await pdfOf(largest);
    expect(Math.ceil(bytes.length / 3) * 4).toBeLessThan(MAX_RESULT_BYTES / 2);
    const text = unbroken((await pdfPages(bytes)).join(''));
    for (const { id } of Object.values(largest.session.attachments).flat()) expect(text).toContain(id);
    const given = Object.values(largest.session.answers)
      .flatMap((answers) => Object.values(answers).flat())
      .map((answer) => (typeof answer === 'string' ? answer : answer.fullName))
      .join('');
    const words = (of: string) => of.split('àwọn'.normalize('NFC')).length - 1;
    expect(words(text)).toBeGreaterThanOrEqual(words(given.normalize('NFC')));
  });

  test('breaks an answer that is longer than a page, without losing any of it', async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `w${index}`);
    const pages = await pdfPages(await pdfOf(withAnswer(words.join(' '))));
    expect(pages.length).toBeGreaterThan(1);
    const text = pages.join(' ').split(/\s+/);
    expect(words.filter((word) => !text.includes(word))).toStrictEqual([]);
  });

  test('shows an answer as text, whatever it looks like', async () => {
    const hostile = [
      '(a) Tj ET Q',
      '<script>alert(1)</script>',
      '=HYPERLINK("http://x.example")',
      '\\) /JS (app.alert(1))',
    ];
    const bytes = await pdfOf(withAnswer(hostile.join('\n')));
    const text = unbroken((await pdfPages(bytes)).join(''));
    for (const line of hostile) expect(text).toContain(unbroken(line));
    const pdf = await getDocumentProxy(Uint8Array.from(bytes));
    expect(await pdf.getJSActions()).toBeNull();
    for (let page = 1; page <= pdf.numPages; page++)
      expect(await (await pdf.getPage(page)).getAnnotations()).toStrictEqual([]);
  });

  test('says so if a character cannot be shown', async () => {
    expect(await textOf(withAnswer('Good 👍🏽'))).toContain('stands for a character that this document cannot show');
    expect(await textOf(withAnswer('Good, Ọlá'))).not.toContain('cannot show');
  });

  test.each(['\u{0}', '\u{D800}', '🇳🇬', '‮evil', 'ﷺ', '𝕏', '\u{10FFFF}', 'a\u{301}'.repeat(500), '\n'.repeat(300)])(
    'is written whatever characters an answer contains: %j',
    async (answer) => {
      expect((await textOf(withAnswer(answer))).length).toBeGreaterThan(0);
    },
  );

  test('has the same bytes for the same applicant and time', async () => {
    const reported = typicalApplicant('sandbox');
    expect(Buffer.from(await pdfOf(reported)).equals(await pdfOf(reported))).toBe(true);
  });
});
