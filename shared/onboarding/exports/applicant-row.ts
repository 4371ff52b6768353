import type { ListedApplicant } from '#shared/onboarding/applicants/applicant';
import { type CsvCell, csvLine } from '#shared/platform/csv';

/** The columns of an export, in order. None contains an address or telephone number of a person. */
const COLUMNS: Readonly<Record<string, (applicant: ListedApplicant) => CsvCell>> = {
  id: ({ id }) => id,
  referenceId: ({ referenceId }) => referenceId,
  businessName: ({ subject }) => subject.businessName ?? null,
  registrationNumber: ({ subject }) => subject.registrationNumber ?? null,
  tin: ({ subject }) => subject.tin ?? null,
  status: ({ status }) => status,
  riskScore: ({ riskScore }) => riskScore,
  decisionReason: ({ decisionReason }) => decisionReason,
  tags: ({ tags }) => tags.join(';'),
  createdBy: ({ createdBy }) => createdBy,
  widgetId: ({ widgetId }) => widgetId,
  environment: ({ environment }) => environment,
  totalSpentKobo: ({ totalSpentKobo }) => totalSpentKobo,
  createdAt: ({ createdAt }) => createdAt,
  startedAt: ({ startedAt }) => startedAt,
  submittedAt: ({ submittedAt }) => submittedAt,
  decidedAt: ({ decidedAt }) => decidedAt,
};

/** The first line of an export: the names of its columns. */
export const HEADER_LINE = csvLine(Object.keys(COLUMNS));

/** The line of one applicant. */
export const applicantLine = (applicant: ListedApplicant): string =>
  csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(applicant)));
