import * as v from 'valibot';
import { update } from '#shared/db/expressions';
import type { ItemReader, Table } from '#shared/db/operations';
import { boundedMap } from '#shared/platform/bounded-map';
import { isId } from '#shared/platform/ids';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { Company } from './company.ts';
import { companyKeys } from './keys.ts';

const readCountsSchema = v.object({
  viewCount: v.optional(v.number(), 0),
  searchViewCount: v.optional(v.number(), 0),
});

/** How often other accounts have read a company as a vendor, or found it by a search. */
export type ReadCounts = v.InferOutput<typeof readCountsSchema>;

/** The counts of a company that no other account has read. */
export const NO_READS: ReadCounts = { viewCount: 0, searchViewCount: 0 };

/** Reads how often other accounts have read a company. @param companyId any text. */
export const readReadCounts = async (table: Pick<ItemReader, 'get'>, companyId: string): Promise<ReadCounts> =>
  isId('cmp', companyId)
    ? v.parse(readCountsSchema, (await table.get(companyKeys.companyReads(companyId))) ?? {})
    : NO_READS;

/** How long the reads of one company are collected before they are written. */
const GATHER_MS = 60_000;

/** Maximum writes that one request makes. */
const MAX_WRITES = 10;

/** Maximum companies that a container remembers; it forgets the least recently read. */
const MAX_GATHERED = 1_000;

interface Gathered {
  readonly companyId: string;
  readonly count: number;
  /** When it was last written, 0 for never. */
  readonly writtenAtMs: number;
}

/** Companies that an account has read. */
export interface CompanyReads {
  readonly count: keyof ReadCounts;
  /** Not counted are companies that the reader owns, and those in a sandbox, which others cannot see. */
  readonly companies: readonly Pick<Company, 'id' | 'ownerId'>[];
  readonly reader: AccountEnvironment;
}

/** Counts reads. Never rejects: a failure to count must not fail the read. */
export type CountReads = (
  reads: CompanyReads,
  context: { readonly table: Pick<Table, 'write'>; readonly log: Logger; readonly nowMs: number },
) => Promise<void>;

/**
 * Counts the reads of companies by other accounts without a write for each (docs/decisions/0050). The first read is
 * written at once. Those of the next minute are collected in the container, and written with the first read after it.
 * Counts that are still collected when the container ends are lost.
 */
export const makeReadCounts = (): CountReads => {
  const gathered = boundedMap<Gathered>(MAX_GATHERED);

  return async ({ count: attribute, companies, reader }, { table, log, nowMs }) => {
    if (reader.environment !== 'live') return;
    const others = companies.filter(({ ownerId }) => ownerId !== reader.accountId);
    const read = others.map(({ id: companyId }): readonly [string, Gathered] => {
      const key = `${attribute} ${companyId}`;
      const { count = 0, writtenAtMs = 0 } = gathered.get(key) ?? {};
      const entry = { companyId, count: count + 1, writtenAtMs };
      gathered.set(key, entry);
      return [key, entry];
    });
    const due = read.filter(([, { writtenAtMs }]) => nowMs - writtenAtMs >= GATHER_MS).slice(0, MAX_WRITES);
    await Promise.all(
      due.map(async ([key, { companyId, count }]) => {
        gathered.set(key, { companyId, count: 0, writtenAtMs: nowMs });
        try {
          await table.write(update(companyKeys.companyReads(companyId), { add: { [attribute]: count }, when: {} }));
        } catch (error) {
          const { count: since = 0 } = gathered.get(key) ?? {};
          gathered.set(key, { companyId, count: count + since, writtenAtMs: nowMs });
          log.warn('READS_NOT_COUNTED', errorFields(error));
        }
      }),
    );
  };
};

/** The read counts of a container. */
export const countReads: CountReads = makeReadCounts();
