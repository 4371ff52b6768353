import { ApiError } from '#shared/errors/api-error';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { RegistryFacts, SourcePorts } from '#shared/sources/ports';
import { lookupSignal, requireReliable } from '#shared/verification/request-lookup';
import type { CompanyNumber } from './company-number.ts';

/**
 * Looks up a number in the registry, for a request.
 *
 * @param businessName the caller's name for it.
 * @throws ApiError BUSINESS_NOT_FOUND, or SOURCE_UNAVAILABLE when there is no reliable response.
 */
export const findBusiness = async (
  registry: SourcePorts['registry'],
  { registrationNumber, classificationId }: CompanyNumber,
  businessName: string | undefined,
  effects: { readonly log: Logger; readonly metrics: Metrics },
): Promise<RegistryFacts> => {
  const query = { registrationNumber, classificationId, ...(businessName !== undefined && { businessName }) };
  const result = requireReliable('registry', await registry(query, lookupSignal()), effects);
  if (result.status === 'not_found') throw new ApiError('BUSINESS_NOT_FOUND');
  return result.facts;
};
