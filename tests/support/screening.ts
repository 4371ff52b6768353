import type { ListedEntry } from '#shared/sources/ports';

/** An entry of a list, as a screening source returns it. */
export const LISTED: ListedEntry = {
  list: 'un_sc_sanctions',
  entity: 'Okada Logistics',
  url: 'https://lists.example/entries/1',
};
