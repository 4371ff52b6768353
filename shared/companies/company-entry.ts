import type { Item } from '#shared/db/expressions';
import type { Company } from './company.ts';
import { companyKeys } from './keys.ts';

/** The entry of a company in its owner's list: what that is searched and filtered by. */
export const toCompanyEntry = ({
  id,
  environment,
  companyName,
  rcNumber,
  active,
  ownerId,
}: Company & { readonly ownerId: string }): Item => ({
  ...companyKeys.companyEntry(ownerId, environment, id),
  companyId: id,
  companyName,
  rcNumber,
  active,
});
