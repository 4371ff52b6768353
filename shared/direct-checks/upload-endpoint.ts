import { confirmCompanyOwner, type OwnedCompany, ownedCompany } from '#shared/companies/company-repository';
import { recordFacts } from '#shared/companies/verified-facts';
import type { WriteOperation } from '#shared/db/expressions';
import type { ItemReader, Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { withKeptFiles } from '#shared/files/kept-file';
import type { Claim } from '#shared/http/idempotency/claim-key';
import type { Commit } from '#shared/http/idempotency/commit';
import { parseMultipart } from '#shared/http/multipart/multipart';
import type { UploadedFile } from '#shared/http/multipart/uploaded-file';
import type { RequestMeta } from '#shared/http/request';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { FileStore } from '#shared/platform/object-store';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, vault } from '#shared/platform/vault';
import { sources } from '#shared/sources/sources-of-stage';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { lookupSignal } from '#shared/verification/request-lookup';
import { type ActionPayment, readPayment, requireCovered, withPayment } from '#shared/wallet/payment';
import { type DecidedCheck, directCheckWrites, hasPassed, requireVerdict } from './direct-check.ts';
import type { UploadCheck } from './upload-check.ts';
import { verificationUploads } from './verification-files.ts';

interface UploadRequest<Body> {
  readonly body: Body & { readonly companyId: string };
  readonly files: { readonly file?: readonly UploadedFile[] };
  readonly caller: Scope;
  readonly meta: RequestMeta;
}

interface Loaded {
  readonly company: OwnedCompany;
  readonly payment: ActionPayment;
  /** The secret that the evidence is sealed with. */
  readonly secret: VersionedSecret;
}

/** The outcome of an upload, with the reference of its check. */
interface UploadAnswer<Response> {
  readonly status: 200;
  readonly body: { readonly success: true } & Response;
  readonly headers: { readonly 'X-Verification-Reference': string };
}

/** The effects of an upload's `answer`. */
interface UploadEffects<Response> {
  readonly table: ItemReader;
  readonly claim: Claim;
  readonly commit: Commit<Response>;
  readonly repeatable: Pick<Table, 'write'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sources: (typeof sources)['value'];
  readonly verificationUploads: FileStore;
  readonly evidenceRetention: () => number;
}

/**
 * Makes the endpoint of an uploaded document. Its steps are the company, the wallet, the source and the file, then the
 * charge, the record, the facts of the company and the event in one transaction. A source that is down leaves nothing
 * behind, and a file whose record is refused is removed again.
 */
export const uploadEndpoint = <Body, Facts, Response extends object>(check: UploadCheck<Body, Facts, Response>) => ({
  effects: [evidenceRetention, sources, vault, verificationUploads] as const,
  multipart: parseMultipart,

  load: async (
    { caller, body }: Pick<UploadRequest<Body>, 'caller' | 'body'>,
    { table, vault }: { readonly table: ItemReader; readonly vault: ReadVault },
  ): Promise<Loaded> => {
    const [company, payment, secret] = await Promise.all([
      ownedCompany(table, caller, body.companyId),
      readPayment(table, callerEnvironment(caller), check.moduleId),
      vault(),
    ]);
    return { company, payment, secret };
  },

  answer: async (
    {
      body,
      files,
      caller,
      meta: { nowMs },
      loaded: { company, payment, secret },
    }: UploadRequest<Body> & { readonly loaded: Loaded },
    effects: UploadEffects<UploadAnswer<Response>>,
  ): Promise<UploadAnswer<Response>> => {
    const { sources: sourcesOf, verificationUploads } = effects;
    const [file] = files.file ?? [];
    if (!file) throw new Error('A required file is missing');
    requireCovered(payment, nowMs);
    const owner = callerEnvironment(caller);
    const { ports } = await sourcesOf(owner.environment);
    const documentId = newId('doc', nowMs);
    const { filename, mimeType, bytes, sha256 } = file;
    const size = bytes.length;
    const documentKey = `${owner.accountId}/${owner.environment}/${documentId}`;
    const keeping = { ...effects, files: verificationUploads };
    return withKeptFiles([{ key: documentKey, mimeType, bytes }], keeping, nowMs, async (commit) => {
      const context = { ports, signal: lookupSignal(), businessName: company.companyName };
      const result = await check.check(body, company, context);
      requireVerdict(result.outcome, check, effects);

      const described = { documentId, filename, mimeType, size, uploadedAt: isoTime(nowMs) };
      const response = {
        status: 200,
        body: { success: true, ...check.respond(body, result, described) },
        headers: { 'X-Verification-Reference': documentId },
      } as const;
      const decided: DecidedCheck = {
        kind: check,
        owner,
        verificationReference: documentId,
        companyId: company.id,
        number: result.number,
        outcome: result.outcome,
        document: { documentKey, filename, mimeType, size, sha256 },
      };
      const companyWrite: WriteOperation = hasPassed(result.outcome)
        ? recordFacts(owner, company.id, check.factsOf(result.number, documentKey), nowMs)
        : confirmCompanyOwner(owner, company.id);
      const kept = { vault: secret, retentionDays: effects.evidenceRetention() };
      const { result: written } = await withPayment(effects.table, payment, nowMs, async (latest) => ({
        result: await commit({ ...directCheckWrites(latest, decided, kept, nowMs), company: companyWrite }, response),
        value: undefined,
      }));
      if (!written.written) throw new ApiError('COMPANY_NOT_FOUND');
      return response;
    });
  },
});
