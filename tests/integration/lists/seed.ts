import type { BoundedList } from '#shared/db/lists/bounded-list';
import type { Table } from '#shared/db/operations';
import type { ErrorCode } from '#shared/errors/errors';
import { isoTime } from '#shared/platform/clock';
import type { SignedInAccount } from '#tests/support/accounts';

/** Why a read takes more the longer the list is, and where this ends. Both figures are those of the code. */
export interface Growth {
  readonly why: string;
  /** The maximum number of items that the read looks through. */
  readonly most: number;
  /** The response beyond that number. */
  readonly code?: ErrorCode;
  /** Whether it never reads further, whatever there is, so that nothing is refused. */
  readonly isCapped?: true;
  /** What keeps the list below that number: the write that counts an entry of this group refuses. */
  readonly kept?: { readonly list: BoundedList; readonly group: string };
  /** For a read that looks through columns, the number of entries in one item. */
  readonly entriesPerItem?: number;
  /** Makes the list longer than that number, if its length is a stored number. */
  readonly lengthen?: (table: Table) => Promise<unknown>;
}

/** A way to read a list, and all entries that it must show, in order. */
export interface SeededRead {
  /** In addition to `page` and `limit`. Default: all entries. */
  readonly query?: Readonly<Record<string, string>>;
  /** The name of another caller than the account's session. */
  readonly as?: { readonly name: string; readonly headers: Readonly<Record<string, string>> };
  readonly ids: readonly string[];
  readonly grows?: Growth;
  /** For a list without page numbers, the query of the last page. */
  readonly lastPage?: Readonly<Record<string, string>>;
}

/** A filled list. */
export interface SeededList {
  readonly pathParameters?: Readonly<Record<string, string>>;
  /** The field of an entry that names it. */
  readonly named: string;
  readonly reads: readonly SeededRead[];
  /** For a list that is returned whole without `page` and `limit`, the end of this whole list. */
  readonly whole?: Growth;
}

/** The table that a seed writes to. */
export interface SeedWorld {
  readonly table: Table;
  /** The owner of the list; an administrator for administrators' lists. */
  readonly account: SignedInAccount;
  /** When the entry with this number, from 1, is made: a second after the previous one. */
  readonly at: (number: number) => number;
  /** The same as responses show it. */
  readonly timeOf: (number: number) => string;
}

/** Fills a list with this many entries, or with its maximum number. */
export type Seed = (world: SeedWorld, length: number) => Promise<SeededList>;

/** Times in the past, a second apart. */
export const timesOf = (length: number): Pick<SeedWorld, 'at' | 'timeOf'> => {
  const startMs = Math.floor(Date.now() / 1000) * 1000 - (length + 60) * 1000;
  const at = (number: number) => startMs + number * 1000;
  return { at, timeOf: (number) => isoTime(at(number)) };
};

/** An entry that a seed has made. */
export interface Made {
  readonly id: string;
  readonly number: number;
}

/** Makes the entries 1 to `length`, one after the other. */
export const make = async (length: number, one: (number: number) => Promise<string>): Promise<readonly Made[]> => {
  const made: Made[] = [];
  for (let number = 1; number <= length; number++) made.push({ id: await one(number), number });
  return made;
};

/** The ids of the selected entries, newest first. */
export const newestFirst = (made: readonly Made[], isWanted: (number: number) => boolean = () => true): string[] =>
  made
    .filter(({ number }) => isWanted(number))
    .map(({ id }) => id)
    .reverse();

/** The reads that select one half of a list by time: the newer one by `from`, the older one by `to`. */
export const halvesOf = (made: readonly Made[], timeOf: SeedWorld['timeOf'], grows?: Growth): readonly SeededRead[] => {
  const half = made.length / 2;
  const growth = grows && { grows };
  return [
    { query: { from: timeOf(half + 1) }, ids: newestFirst(made, (number) => number > half), ...growth },
    { query: { to: timeOf(half) }, ids: newestFirst(made, (number) => number <= half), ...growth },
  ];
};
