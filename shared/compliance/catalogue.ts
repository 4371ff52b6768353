/** How often an obligation falls due (interface: Compliance obligation). */
export const FREQUENCIES = ['monthly', 'annual', 'one_off', 'custom'] as const;

/** The frequency of an obligation. */
export type Frequency = (typeof FREQUENCIES)[number];

/** A fixed day of the year. */
interface DayOfYear {
  readonly month: number;
  readonly day: number;
}

/** The rule for the first due date of a seeded obligation. */
export type FirstDue =
  /** The next such day; 31 means the last day of a month. */
  | { readonly from: 'day of month'; readonly day: number }
  | ({ readonly from: 'day of year' } & DayOfYear)
  /**
   * The next anniversary of the registration; for some classifications, and if the date of registration is unknown, a
   * fixed day of the year.
   */
  | {
      readonly from: 'anniversary';
      readonly fixed: Readonly<Partial<Record<1 | 2 | 3 | 4 | 5, DayOfYear>>>;
      readonly unknown: DayOfYear;
    }
  /** This many days after the registration; if that is past or unknown, after the company was added. */
  | { readonly from: 'registration'; readonly days: number };

interface CatalogueEntry {
  readonly title: string;
  readonly description: string;
  readonly frequency: Frequency;
  readonly firstDue: FirstDue;
}

/**
 * The obligations of a Nigerian business and their due dates, seeded with each company. docs/integrate/obligations.md
 * has the sources of the dates.
 */
export const CATALOGUE = {
  cac_annual_returns: {
    title: 'CAC annual returns',
    description: 'File the annual returns with the Corporate Affairs Commission.',
    frequency: 'annual',
    firstDue: {
      from: 'anniversary',
      fixed: { 1: { month: 6, day: 30 }, 3: { month: 12, day: 31 } },
      unknown: { month: 12, day: 31 },
    },
  },
  companies_income_tax: {
    title: 'Companies income tax return',
    description:
      'File the income tax return for the accounting year that ended on 31 December, and pay the tax. The first return of ' +
      'a company is due 18 months after its incorporation, where that is earlier.',
    frequency: 'annual',
    firstDue: { from: 'day of year', month: 6, day: 30 },
  },
  vat: {
    title: 'VAT return',
    description: 'File the return of value added tax for the month before, and pay it.',
    frequency: 'monthly',
    firstDue: { from: 'day of month', day: 21 },
  },
  withholding_tax: {
    title: 'Withholding tax',
    description:
      'Remit the tax that was deducted at source in the month before, with the return. What was deducted for a state, ' +
      'from individuals and partnerships, is due by the 30th.',
    frequency: 'monthly',
    firstDue: { from: 'day of month', day: 21 },
  },
  paye: {
    title: 'PAYE remittance',
    description: "Remit the income tax deducted from last month's salaries to the state.",
    frequency: 'monthly',
    firstDue: { from: 'day of month', day: 10 },
  },
  paye_annual_return: {
    title: 'PAYE annual return',
    description: "File the employer's return of all salaries paid and tax deducted in the year before.",
    frequency: 'annual',
    firstDue: { from: 'day of year', month: 1, day: 31 },
  },
  pension: {
    title: 'Pension contributions',
    description: "Remit the pension contributions of last month's salaries.",
    frequency: 'monthly',
    firstDue: { from: 'day of month', day: 7 },
  },
  nsitf: {
    title: 'NSITF contribution',
    description: "Pay the month's contribution to the employees' compensation fund.",
    frequency: 'monthly',
    firstDue: { from: 'day of month', day: 31 },
  },
  itf: {
    title: 'ITF contribution',
    description:
      "Pay the training contribution on last year's payroll to the Industrial Training Fund: with 5 employees or more, or " +
      'a turnover of 50 million naira or more.',
    frequency: 'annual',
    firstDue: { from: 'day of year', month: 4, day: 1 },
  },
  ndpc_audit_return: {
    title: 'Data protection audit return',
    description:
      'File the compliance audit returns with the Nigeria Data Protection Commission: for controllers and processors of ' +
      'major importance alone, of the ultra-high and extra-high level. A new one has 15 months for its first audit.',
    frequency: 'annual',
    firstDue: { from: 'day of year', month: 3, day: 31 },
  },
  scuml: {
    title: 'SCUML registration',
    description:
      'Register with the Special Control Unit against Money Laundering, where the business is one of those designated: a ' +
      'new one before it starts.',
    frequency: 'one_off',
    firstDue: { from: 'registration', days: 30 },
  },
  tax_clearance_certificate: {
    title: 'Tax clearance certificate',
    description: 'Renew the tax clearance certificate, which covers the last three years.',
    frequency: 'annual',
    firstDue: { from: 'day of year', month: 3, day: 31 },
  },
} as const satisfies Record<string, CatalogueEntry>;

/** A category of a seeded obligation. */
type SeededCategory = keyof typeof CATALOGUE;

/** The seeded categories, in the order of the catalogue. */
export const SEEDED_CATEGORIES = Object.keys(CATALOGUE) as readonly SeededCategory[];

/** The category of an obligation. */
export type Category = SeededCategory | 'custom';

/** Every category: the seeded ones, and the one for obligations that an account adds. */
export const CATEGORIES: readonly Category[] = [...SEEDED_CATEGORIES, 'custom'];
