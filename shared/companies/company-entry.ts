import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import type { Company } from './company.ts';
import { companyKeys } from './keys.ts';

const companyEntrySchema = v.object({
  companyId: v.string(),
  companyName: v.string(),
  rcNumber: v.string(),
  active: v.boolean(),
  /** When this owner got it. */
  addedAt: v.string(),
});

/** The entry of a company in the list of its account: what it is searched and filtered by. */
export type CompanyEntry = v.InferOutput<typeof companyEntrySchema>;

/** The entry of a company in its owner's list, when the owner gets the company: `updatedAt` is the time of that. */
export const toCompanyEntry = ({
  id,
  environment,
  companyName,
  rcNumber,
  active,
  ownerId,
  updatedAt,
}: Company & { readonly ownerId: string }): Item => ({
  ...companyKeys.companyEntry(ownerId, environment, id),
  companyId: id,
  companyName,
  rcNumber,
  active,
  addedAt: updatedAt,
});

/** Parses an entry of a list of companies. */
export const fromCompanyEntry = (item: Item): CompanyEntry => v.parse(companyEntrySchema, item);
