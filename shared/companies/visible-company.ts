import type { Item } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Company, fromCompanyItem } from './company.ts';
import { companySpace } from './company-number.ts';
import { companyKeys } from './keys.ts';

/**
 * The company of an item, if the account may see it. The owner is compared before the item is parsed, as in `ownedBy`.
 */
const visibleTo = (place: AccountEnvironment, item: Item | undefined): Company | undefined =>
  item?.['environment'] === place.environment && item['space'] === companySpace(place)
    ? fromCompanyItem(item)
    : undefined;

/**
 * Finds a company that an account may see, with any owner or none: in `live` every company, in the sandbox the
 * account's own. Strongly consistent; undefined when there is none.
 */
export const findVisibleCompany = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  companyId: string,
): Promise<Company | undefined> =>
  isId('cmp', companyId) ? visibleTo(place, await table.get(companyKeys.company(companyId))) : undefined;
