import { writePdf } from '#shared/pdf/write-pdf';
import type { ApplicantReport } from './report-body.ts';
import { reportBlocks, reportSettings } from './report-document.ts';

/**
 * Renders a report as PDF. Handlers import this lazily: its library and fonts are larger than the rest of their code.
 */
export const reportPdf = (report: ApplicantReport): Promise<Uint8Array> =>
  writePdf(reportBlocks(report), reportSettings(report));
