import type { Company } from './company.ts';

type Verified = Pick<Company, 'cacCertificateVerified' | 'utilityBillVerified' | 'addressVerified'> & {
  readonly firsTin?: string;
  readonly jtbTin?: string;
};

/** The points of each passed direct check, 100 in total. */
const POINTS: readonly (readonly [points: number, isVerified: (company: Verified) => boolean])[] = [
  [30, ({ cacCertificateVerified }) => cacCertificateVerified],
  [25, ({ firsTin }) => firsTin !== undefined],
  [15, ({ jtbTin }) => jtbTin !== undefined],
  [15, ({ utilityBillVerified }) => utilityBillVerified],
  [15, ({ addressVerified }) => addressVerified],
];

/** `svc_mark` of a company, 0 to 100: the points of its passed direct checks (docs/integrate/companies.md). */
export const svcMark = (company: Verified): number =>
  POINTS.reduce((mark, [points, isVerified]) => mark + (isVerified(company) ? points : 0), 0);
