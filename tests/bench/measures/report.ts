import { MAX_RESULT_BYTES } from '#shared/http/result-size';
import { applicantReport } from '#shared/onboarding/report/applicant-report';
import type { ApplicantReport } from '#shared/onboarding/report/report-body';
import { reportBlocks } from '#shared/onboarding/report/report-document';
import { reportPdf } from '#shared/onboarding/report/report-pdf';
import { type Benchmark, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { medianInTurns } from '#tests/bench/statistics';
import { largestApplicant, smallestApplicant, typicalApplicant } from '#tests/support/reported-applicants';

const RUNS = sized(7, 1);

const APPLICANTS = { smallest: smallestApplicant, typical: typicalApplicant, largest: largestApplicant } as const;

type Size = keyof typeof APPLICANTS;

const SIZES = Object.keys(APPLICANTS) as Size[];

const reportsOfAll = (): Readonly<Record<Size, ApplicantReport>> => {
  const made = SIZES.map((size) => {
    const { applicant, session, evidence } = APPLICANTS[size]('live');
    return [size, applicantReport(applicant, session, evidence, Date.UTC(2026, 10, 27))] as const;
  });
  return Object.fromEntries(made) as Record<Size, ApplicantReport>;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** The size of reports as PDF and the time that they take, each relative to the typical report. */
export const report: Benchmark = {
  name: 'report',
  measures: 'bytes and time of the report on an applicant as PDF, relative to that of a typical one in the same run',
  run: async (results) => {
    const reports = reportsOfAll();
    const bytes = Object.fromEntries(
      await Promise.all(SIZES.map(async (size) => [size, (await reportPdf(reports[size])).length] as const)),
    ) as Record<Size, number>;
    const ms = await medianInTurns(SIZES, RUNS, (size) => timed(() => reportPdf(reports[size])));
    const shareOf = (size: Size): number => rounded((bytes[size] * 4) / 3 / MAX_RESULT_BYTES, 3);
    const ratioOf = (size: Size): number => rounded(ms[size] / ms.typical, 2);
    results.table(
      `Reports as PDF: medians of ${RUNS} runs in turns, the library and its fonts loaded.`,
      SIZES.map((size) => ({
        applicant: size,
        blocks: reportBlocks(reports[size]).length,
        'JSON bytes': JSON.stringify(reports[size]).length,
        'PDF bytes': bytes[size],
        'share of a response': shareOf(size),
        'of the typical': ratioOf(size),
      })),
    );
    results.note(
      `The largest takes ${shareOf('largest')} of a response, and ${ratioOf('largest')} times as long as a typical one.`,
    );
  },
};
