import { randomUUID } from 'node:crypto';
import { UserError } from '#scripts/local-cloud/user-error';
import type { ApiClient, HttpResponse } from '#tests/support/api-client';

const succeeded = <Body>(what: string, { status, body, text }: HttpResponse<{ data: Body }>): Body => {
  if (status >= 300) throw new UserError(`${what} answered ${status}: ${text}`);
  return body.data;
};

/** The parts of a vendor that the journey shows. */
export interface DemoVendor {
  readonly vendorId: string;
  readonly vendorName: string;
  readonly score: number;
  readonly riskTier: string;
}

/** Watches a business by its number, paid from the wallet of the client's environment. */
export const watchVendor = async (account: ApiClient, rcNumber: string): Promise<DemoVendor> => {
  const response = await account.post<{ data: DemoVendor }>('/v1/monitoring/watchlist', { rcNumber });
  return succeeded('Watching a vendor', response);
};

/** Reads a vendor. */
export const readVendor = async (account: ApiClient, vendorId: string): Promise<DemoVendor> =>
  succeeded('Reading the vendor', await account.get<{ data: DemoVendor }>(`/v1/monitoring/vendors/${vendorId}`));

/** Simulates a suit against a vendor of the sandbox. @returns the id of the event. */
export const simulateSuit = async (account: ApiClient, vendorId: string): Promise<string> => {
  const report = { vendorId, kind: 'litigation', source: `Federal High Court ${randomUUID()}` };
  const path = '/v1/sandbox/monitoring/events';
  const response = await account.post<{ data: { eventId: string } }>(path, report);
  return succeeded('Simulating an event', response).eventId;
};

/** Files a dispute about an event. @returns its id. */
export const fileDispute = async (account: ApiClient, vendorId: string, eventId: string): Promise<string> => {
  const body = { vendorId, eventId, description: 'The suit concerns a different company with a similar name.' };
  const response = await account.post<{ data: { disputeId: string } }>('/v1/disputes', body);
  return succeeded('Filing a dispute', response).disputeId;
};

/** Upholds a dispute of the sandbox. @returns the points that the score regained. */
export const upholdDispute = async (account: ApiClient, disputeId: string): Promise<string | null> => {
  const path = `/v1/sandbox/disputes/${disputeId}/decision`;
  const body = { status: 'upheld', reviewNote: 'The court register names a different company.' };
  const response = await account.post<{ data: { scoreDeltaRestored: string | null } }>(path, body);
  return succeeded('Upholding the dispute', response).scoreDeltaRestored;
};
