import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import { type FoundTopUp, findTopUp } from './top-up.ts';

/**
 * Finds the top-up of a simulated checkout. Its reference is its secret: anyone with the address may pay.
 *
 * @param isSimulated whether the stage simulates payments.
 * @throws ApiError ROUTE_NOT_FOUND where payments are real; TOP_UP_NOT_FOUND for none, and for one that is paid
 * elsewhere or automatically.
 */
export const findSimulatedCheckout = async (
  table: TableReader,
  reference: string,
  isSimulated: boolean,
): Promise<FoundTopUp> => {
  if (!isSimulated) throw new ApiError('ROUTE_NOT_FOUND');
  const found = await findTopUp(table, reference, 'anyone');
  if (found?.topUp.provider !== 'simulated' || found.topUp.authorizationUrl === null)
    throw new ApiError('TOP_UP_NOT_FOUND');
  return found;
};
