import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hasActiveContent } from '#shared/http/multipart/active-content';

const pdf = (body: string): Buffer => Buffer.from(`%PDF-1.7\n${body}\n%%EOF\n`, 'latin1');

describe('active content', () => {
  test.each([
    ['a script that runs when it is opened', '<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'],
    ['the same script, with its name in escapes', '<< /S /J#61va#53cript /JS (app.alert(1)) >>'],
    ['a program that is started', '<< /S /Launch /F (cmd.exe) >>'],
    ['an embedded file', '<< /Type /EmbeddedFile /Length 4 >>'],
    ['a tree of embedded files', '<< /Names << /EmbeddedFiles 4 0 R >> >>'],
    ['a form with scripts', '<< /AcroForm << /XFA 5 0 R >> >>'],
    ['rich media', '<</Subtype/RichMedia>>'],
  ])('is %s', (_, body) => {
    expect(hasActiveContent(pdf(body), 'pdf')).toBe(true);
  });

  test.each([
    ['a plain page', '<< /Type /Page /Contents 4 0 R >>'],
    ['an action that opens at a page', '<< /OpenAction [3 0 R /FitH null] >>'],
    ['a name that merely begins the same', '<< /LaunchPad 1 /XFAx 2 >>'],
    ['the words in a text', '(JavaScript and Launch)'],
  ])('is not %s', (_, body) => {
    expect(hasActiveContent(pdf(body), 'pdf')).toBe(false);
  });

  test.each(['<< /Type /ObjStm /N 3 >>', '<< /Encrypt 9 0 R >>'])('cannot be ruled out in %s', (body) => {
    expect(hasActiveContent(pdf(body), 'pdf')).toBeNull();
  });

  test('is also found next to parts that cannot be read', () => {
    expect(hasActiveContent(pdf('<< /Type /ObjStm >> << /S /Launch >>'), 'pdf')).toBe(true);
  });

  test('is never found in pictures, whatever their bytes contain', () => {
    expect(hasActiveContent(Buffer.from('/JavaScript'), 'png')).toBe(false);
  });

  test('is searched for in one pass, even in the largest allowed file if it consists of escapes', {
    tags: ['load'],
  }, () => {
    const large = Buffer.concat([pdf(''), Buffer.from('#23'.repeat(1_300_000)), randomBytes(1000)]);
    expect(hasActiveContent(large, 'pdf')).not.toBe(true);
  });
});
