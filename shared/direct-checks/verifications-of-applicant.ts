import { type AddressVerification, fromAddressItem } from '#shared/addresses/address-verification';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type CheckRecord, fromCheckItem } from './check-record.ts';
import { directCheckLists } from './keys.ts';

/** A span of time, in milliseconds since the epoch, both ends included. */
export type Span = readonly [fromMs: number, toMs: number];

/** The checks and visits of an applicant. */
export interface ApplicantVerifications {
  readonly checks: readonly CheckRecord[];
  readonly visits: readonly AddressVerification[];
}

/** Number of the account's verifications that are read at once. */
const PAGE = 500;

/**
 * Reads an applicant's checks and visits among those that its account requested within spans of time, whether or not
 * the applicant still refers to them. No index lists them by applicant: the times of its assessments show when they
 * were made, and an account makes few others in those spans.
 */
export const verificationsOfApplicant = async (
  table: Pick<TableReader, 'query'>,
  { accountId, environment, applicantId }: AccountEnvironment & { readonly applicantId: string },
  spans: readonly Span[],
): Promise<ApplicantVerifications> => {
  const partition = directCheckLists.verificationsOfAccount(accountId, environment);
  const [checks, visits] = [new Map<string, CheckRecord>(), new Map<string, AddressVerification>()];
  for (const [fromMs, toMs] of spans) {
    let after: Record<string, unknown> | undefined;
    do {
      const between = [isoTime(fromMs), `${isoTime(toMs)}~~`] as const;
      const page = await table.query({ index: 'gsi3', partition, between, limit: PAGE, ...(after && { after }) });
      for (const item of page.items.filter((one) => one['applicantId'] === applicantId)) {
        // Of the two kinds, only a visit has a `reference`.
        if (item['reference'] !== undefined) visits.set(String(item['reference']), fromAddressItem(item));
        else checks.set(item.sk, fromCheckItem(item));
      }
      after = page.next;
    } while (after);
  }
  return { checks: [...checks.values()], visits: [...visits.values()] };
};
