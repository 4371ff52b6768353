import { ELSEWHERE, FAMILY_DATA, FILE_DATA, type StoredData } from '#scripts/privacy/stored-data';

const UNTIL_ERASED = 'until erased';

const durationOf = (hours: number): string => (hours >= 48 ? `${hours / 24} days` : `${hours} h`);

const endOf = ({ end }: StoredData): string => {
  if (typeof end === 'object') return 'hours' in end ? durationOf(end.hours) : `\`${end.setting}\``;
  return end === 'kept' ? 'for good' : UNTIL_ERASED;
};

const PLACES: readonly (readonly [place: string, data: StoredData])[] = [
  ...Object.entries(FAMILY_DATA).map(([family, data]) => [`\`${family}\``, data] as const),
  ...Object.entries(FILE_DATA).map(([prefix, data]) => [`\`${prefix}/\``, data] as const),
  ...Object.entries(ELSEWHERE),
];

/**
 * The table of personal data. Places with data of the same subjects that ends in the same way share a row; what stays
 * until it is erased is divided by what it is.
 */
export const privacyTable = (): string => {
  const personal = PLACES.filter(([, { of }]) => of !== undefined);
  const grouped = Map.groupBy(personal, ([, data]) => {
    const end = endOf(data);
    const what = end === UNTIL_ERASED ? data.kinds[0] : '';
    return [data.of?.join(', '), end, what].join();
  });
  const rows = [...grouped.values()].map((places) => {
    const [[, data] = []] = places;
    const kinds = new Set(places.flatMap(([, held]) => held.kinds));
    const cells = data && [
      data.of?.join(', '),
      [...kinds].join(', '),
      endOf(data),
      places.map(([place]) => place).join(' '),
    ];
    return `| ${cells?.join(' | ')} |`;
  });
  return ['| of | what | kept | where |', '|---|---|---|---|', ...rows.sort()].join('\n');
};
