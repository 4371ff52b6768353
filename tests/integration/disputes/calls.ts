import { handler as addHandler } from '#functions/api/disputes/add-dispute-documents';
import { addDisputeDocuments } from '#functions/api/disputes/add-dispute-documents.contract';
import { handler as fileHandler } from '#functions/api/disputes/file-dispute';
import { fileDispute } from '#functions/api/disputes/file-dispute.contract';
import { handler as listHandler } from '#functions/api/disputes/list-disputes';
import { listDisputes } from '#functions/api/disputes/list-disputes.contract';
import { handler as readHandler } from '#functions/api/disputes/read-dispute';
import { readDispute } from '#functions/api/disputes/read-dispute.contract';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, type TestRequest } from '#tests/support/call';
import { DESCRIPTION, reportedVendorOf } from '#tests/support/disputes';
import { memoryFiles } from '#tests/support/memory-files';
import { multipartFiles } from '#tests/support/multipart-request';

/** A PDF. */
export const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

/** Addresses that contain what they lead to, instead of a signature. */
export const disputeDownloads = async (key: string, filename?: string) => `files:${key}:${filename}`;

/** The endpoints of disputes over an in-memory file store. */
export const disputeCalls = () => {
  const files = memoryFiles('disputes');
  const effects = { disputeUploads: files.store, disputeDownloads };
  return {
    files,
    fileHandler: fileHandler.with(effects),
    addHandler: addHandler.with(effects),
    file: endpoint(fileDispute, fileHandler.with(effects)),
    add: endpoint(addDisputeDocuments, addHandler.with(effects)),
    read: endpoint(readDispute, readHandler.with({ disputeDownloads })),
    list: endpoint(listDisputes, listHandler.with({ disputeDownloads })),
  };
};

/** The body of a dispute about an event. */
export const bodyAbout = ({ vendorId, eventId }: Pick<MonitoringEvent, 'vendorId' | 'eventId'>) => ({
  vendorId,
  eventId,
  description: DESCRIPTION,
});

/** Documents as a request sends them, along with its fields. */
export const documentsRequest = (fields: Record<string, string>, ...documents: readonly Uint8Array[]) =>
  multipartFiles(
    fields,
    'documents',
    documents.map((bytes, index) => ({ bytes, filename: `evidence-${index + 1}.pdf` })),
  );

/** An account with its own live vendor, an event of the vendor, and the account's calls. */
export const disputant = async () => {
  const account = await signedInAccount();
  const reported = await reportedVendorOf(account, 'live');
  const calls = disputeCalls();
  return {
    account,
    ...reported,
    ...calls,
    fileAbout: (event: MonitoringEvent, request: TestRequest = {}, by: SignedInAccount = account) =>
      calls.file(by, { body: bodyAbout(event), ...request }),
    readOne: (disputeId: string, by: SignedInAccount = account) => calls.read(by, { pathParameters: { disputeId } }),
    addTo: async (disputeId: string, documents: readonly Uint8Array[], headers: Record<string, string> = {}) => {
      const sent = await documentsRequest({}, ...documents);
      return calls.add(account, {
        pathParameters: { disputeId },
        body: sent.body,
        headers: { ...sent.headers, ...headers },
      });
    },
  };
};
