import type { Category } from './catalogue.ts';

/** The source of a seeded category's due date. */
interface DateSource {
  /** The due date in words. */
  readonly due: string;
  /** The law, with the section that sets the date if one does. */
  readonly law: string;
  readonly authority: string;
}

/** The source of each date in the catalogue, shown in docs/integrate/obligations.md. */
export const DATE_SOURCES: Readonly<Record<Exclude<Category, 'custom'>, DateSource>> = {
  cac_annual_returns: {
    due: 'anniversary of the registration; business names 30 June; incorporated trustees 31 December',
    law:
      'Companies and Allied Matters Act 2020: s. 417 and 421 (companies: 42 days after the annual general meeting), ' +
      's. 773 (limited liability partnerships: 60 days after the financial year), s. 822 (business names) and s. 848 ' +
      '(trustees), not in the calendar year of registration; the anniversary is our choice, since we know neither meetings ' +
      'nor financial years',
    authority: 'Corporate Affairs Commission',
  },
  companies_income_tax: {
    due: '30 June',
    law: 'Nigeria Tax Administration Act 2025, s. 11: six months after the accounting year, taken to end on 31 December',
    authority: 'Nigeria Revenue Service',
  },
  vat: {
    due: '21st of each month',
    law: 'Nigeria Tax Administration Act 2025, s. 22',
    authority: 'Nigeria Revenue Service',
  },
  withholding_tax: {
    due: '21st of each month',
    law:
      'Nigeria Tax Administration Act 2025, s. 28; Deduction of Tax at Source (Withholding) Regulations 2024: the 21st for ' +
      'the federal service, the 30th for the states (individuals and partnerships)',
    authority: 'Nigeria Revenue Service; internal revenue service of the state',
  },
  paye: {
    due: '10th of each month',
    law: 'Nigeria Tax Administration Act 2025, s. 14 (Pay As You Earn); PAYE regulations: ten days after the month',
    authority: 'internal revenue service of the state',
  },
  paye_annual_return: {
    due: '31 January',
    law: 'Nigeria Tax Administration Act 2025, s. 14',
    authority: 'internal revenue service of the state',
  },
  pension: {
    due: '7th of each month',
    law:
      'Pension Reform Act 2014, s. 11(3)(b): seven working days after salaries are paid; the 7th is our choice, never ' +
      "later than that for salaries paid at a month's end",
    authority: 'National Pension Commission',
  },
  nsitf: {
    due: 'last day of each month',
    law: "Employees' Compensation Act 2010, s. 33; the last day of the month is our choice",
    authority: 'Nigeria Social Insurance Trust Fund',
  },
  itf: {
    due: '1 April',
    law: 'Industrial Training Fund Act, as amended in 2011, s. 6: from 5 employees or a turnover of 50 million naira on',
    authority: 'Industrial Training Fund',
  },
  ndpc_audit_return: {
    due: '31 March',
    law:
      'Nigeria Data Protection Act 2023; its General Application and Implementation Directive 2025, art. 10: for ' +
      'controllers and processors of major importance, of the ultra-high and extra-high level',
    authority: 'Nigeria Data Protection Commission',
  },
  scuml: {
    due: '30 days after the registration; 30 days after the company is added where these are over',
    law:
      'Money Laundering (Prevention and Prohibition) Act 2022, s. 6 (the duty to declare) and 17 (the Unit); the 30 days are ' +
      'our choice: the law asks a new business earlier, before it starts',
    authority: 'Special Control Unit against Money Laundering',
  },
  tax_clearance_certificate: {
    due: '31 March',
    law: 'Nigeria Tax Administration Act 2025, s. 72 (three years); the day is our choice, in time for tenders of the year',
    authority: 'Nigeria Revenue Service',
  },
};
