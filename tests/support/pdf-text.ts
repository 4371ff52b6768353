import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page of a PDF, as a reader selects it. */
export const pdfPages = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: false });
  return text;
};
