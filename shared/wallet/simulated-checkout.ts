import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Environment } from '#shared/platform/environments';
import { type FoundTopUp, findTopUp } from './top-up.ts';

/**
 * Finds the top-up of a simulated checkout. The reference is its secret: anyone with the URL may pay.
 *
 * @param isSimulated whether this stage simulates the payments of an environment.
 * @throws ApiError TOP_UP_NOT_FOUND if there is none, if it is paid automatically or by another provider, and if
 * payments are real.
 */
export const findSimulatedCheckout = async (
  table: TableReader,
  reference: string,
  isSimulated: (environment: Environment) => boolean,
): Promise<FoundTopUp> => {
  const found = await findTopUp(table, reference, 'anyone');
  if (
    found?.topUp.provider !== 'simulated' ||
    found.topUp.authorizationUrl === null ||
    !isSimulated(found.topUp.environment)
  )
    throw new ApiError('TOP_UP_NOT_FOUND');
  return found;
};
