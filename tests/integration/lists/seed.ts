import type { BoundedList } from '#shared/db/lists/bounded-list';
import type { Table } from '#shared/db/operations';
import type { ErrorCode } from '#shared/errors/errors';
import { isoTime } from '#shared/platform/clock';
import type { SignedInAccount } from '#tests/support/accounts';

/** Why a read of a list takes more the longer the list is, and where that ends. Both figures are those of the code. */
export interface Growth {
  readonly why: string;
  /** Items that the read looks through at most. */
  readonly most: number;
  /** What it answers beyond that. */
  readonly code?: ErrorCode;
  /** Whether it never reads further, whatever there is: nothing is refused then. */
  readonly isCapped?: true;
  /** What keeps the list below that: the write that counts an entry of this group refuses. */
  readonly kept?: { readonly list: BoundedList; readonly group: string };
  /** For what looks through columns: how many entries one item holds. */
  readonly entriesPerItem?: number;
  /** Makes the list longer than that, where it is a number that tells how long it is. */
  readonly lengthen?: (table: Table) => Promise<unknown>;
}

/** A way to read a list, and all entries that it must show, in the list's order. */
export interface SeededRead {
  /** Beside `page` and `limit`; all entries by default. */
  readonly query?: Readonly<Record<string, string>>;
  /** Another caller than the account's session, by its name. */
  readonly as?: { readonly name: string; readonly headers: Readonly<Record<string, string>> };
  readonly ids: readonly string[];
  readonly grows?: Growth;
  /** The query of the last page, of a list without page numbers. */
  readonly lastPage?: Readonly<Record<string, string>>;
}

/** A filled list. */
export interface SeededList {
  readonly pathParameters?: Readonly<Record<string, string>>;
  /** The field of an entry that names it. */
  readonly named: string;
  readonly reads: readonly SeededRead[];
  /** Of a list that is returned whole without `page` and `limit`: the end of that. */
  readonly whole?: Growth;
}

/** Where a seed writes. */
export interface SeedWorld {
  readonly table: Table;
  /** Whose list it is; an administrator for lists of administrators. */
  readonly account: SignedInAccount;
  /** When the entry with this number, from 1, is made: a second after the one before. */
  readonly at: (number: number) => number;
  /** The same as responses show it. */
  readonly timeOf: (number: number) => string;
}

/** Fills a list with so many entries, or with as many as it may have. */
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

/** The ids of those that are wanted, newest first. */
export const newestFirst = (made: readonly Made[], isWanted: (number: number) => boolean = () => true): string[] =>
  made
    .filter(({ number }) => isWanted(number))
    .map(({ id }) => id)
    .reverse();

/** The reads that choose a half of a list by time: the newer one by `from`, the older one by `to`. */
export const halvesOf = (made: readonly Made[], timeOf: SeedWorld['timeOf'], grows?: Growth): readonly SeededRead[] => {
  const half = made.length / 2;
  const growth = grows && { grows };
  return [
    { query: { from: timeOf(half + 1) }, ids: newestFirst(made, (number) => number > half), ...growth },
    { query: { to: timeOf(half) }, ids: newestFirst(made, (number) => number <= half), ...growth },
  ];
};
