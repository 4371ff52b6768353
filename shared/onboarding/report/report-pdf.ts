import { writePdf } from '#shared/pdf/write-pdf';
import type { ApplicantReport } from './report-body.ts';
import { reportBlocks, reportSettings } from './report-document.ts';

/** A report as PDF. Handlers import it when it is asked for: the library and the fonts are larger than all else of them. */
export const reportPdf = (report: ApplicantReport): Promise<Uint8Array> =>
  writePdf(reportBlocks(report), reportSettings(report));
