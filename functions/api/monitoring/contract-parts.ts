import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** The path of calls about one vendor. */
export const vendorPath = object({
  vendorId: described(idText, 'The id of the vendor (`cmp_`), which is the id of its company.'),
});
