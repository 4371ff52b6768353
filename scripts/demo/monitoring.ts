import { randomUUID } from 'node:crypto';
import type * as Api from '#client/src/api-types';
import type { Kyb } from '#client/src/kyb';
import { succeeded } from './journey.ts';

/** Whoever calls the API with its client. */
interface Caller {
  readonly kyb: Kyb;
}

/** Watches a business by its number, paid from the wallet of the client's environment. */
export const watchVendor = async ({ kyb }: Caller, rcNumber: string): Promise<Api.Vendor> =>
  (await succeeded('Watching a vendor', kyb.watches.add({ rcNumber }))).data;

/** Reads a vendor. */
export const readVendor = async ({ kyb }: Caller, vendorId: string): Promise<Api.Vendor> =>
  (await succeeded('Reading the vendor', kyb.vendors.get(vendorId))).data;

/** Simulates a suit against a vendor of the sandbox. @returns the id of the event. */
export const simulateSuit = async ({ kyb }: Caller, vendorId: string): Promise<string> => {
  const report = { vendorId, kind: 'litigation', source: `Federal High Court ${randomUUID()}` } as const;
  return (await succeeded('Simulating an event', kyb.sandbox.simulateMonitoringEvent(report))).data.eventId;
};

/** Files a dispute about an event. @returns its id. */
export const fileDispute = async ({ kyb }: Caller, vendorId: string, eventId: string): Promise<string> => {
  const description = 'The suit concerns a different company with a similar name.';
  return (await succeeded('Filing a dispute', kyb.disputes.file({ vendorId, eventId, description }))).data.disputeId;
};

/** Upholds a dispute of the sandbox. @returns the points that the score regained. */
export const upholdDispute = async ({ kyb }: Caller, disputeId: string): Promise<string | null> => {
  const decision = { status: 'upheld', reviewNote: 'The court register names a different company.' } as const;
  return (await succeeded('Upholding the dispute', kyb.sandbox.decideDispute(disputeId, decision))).data
    .scoreDeltaRestored;
};
