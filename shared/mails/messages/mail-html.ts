import { escapeHtml } from '#shared/platform/escape-html';

const LINK = /^https?:\/\/\S+$/;

const htmlOfLine = (line: string): string => {
  if (LINK.test(line)) return `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>`;
  return escapeHtml(line.startsWith('> ') ? line.slice(2) : line);
};

const htmlOfParagraph = (paragraph: string): string => {
  const lines = paragraph.split('\n');
  const content = lines.map(htmlOfLine).join('<br>\n');
  return lines.every((line) => line.startsWith('> ')) ? `<blockquote>${content}</blockquote>` : `<p>${content}</p>`;
};

/**
 * A mail's text as HTML: paragraphs, quotations of strangers, and a link for an address that stands alone on its line.
 * Such a line is always ours, because strangers' texts are quoted, or share a line with words of ours.
 */
export const mailHtml = (text: string): string =>
  `<!doctype html>\n<html lang="en"><body style="font-family:sans-serif;line-height:1.5">\n${text
    .trim()
    .split(/\n{2,}/)
    .map(htmlOfParagraph)
    .join('\n')}\n</body></html>\n`;
