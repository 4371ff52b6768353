import type { Company } from './company.ts';

type Verified = Pick<
  Company,
  | 'bankVerified'
  | 'socialVerified'
  | 'cacCertificateVerified'
  | 'cacReportVerified'
  | 'memartVerified'
  | 'taxClearanceVerified'
> & { readonly firsTin?: string };

/** What each verified fact adds; together 100. */
const POINTS: readonly (readonly [points: number, isVerified: (company: Verified) => boolean])[] = [
  [25, ({ cacCertificateVerified }) => cacCertificateVerified],
  [20, ({ firsTin }) => firsTin !== undefined],
  [15, ({ cacReportVerified }) => cacReportVerified],
  [15, ({ taxClearanceVerified }) => taxClearanceVerified],
  [10, ({ memartVerified }) => memartVerified],
  [10, ({ bankVerified }) => bankVerified],
  [5, ({ socialVerified }) => socialVerified],
];

/** `svc_mark` of a company, 0 to 100: the points of what has been verified (docs/integrate/companies.md). */
export const svcMark = (company: Verified): number =>
  POINTS.reduce((mark, [points, isVerified]) => mark + (isVerified(company) ? points : 0), 0);
