import { stageConfig } from '#infra/stages';
import { UserError } from '#scripts/local-cloud/user-error';
import type { OpenApiDocument } from '#shared/http/openapi/openapi';
import { type Deployment, documentAt } from '#shared/http/openapi/openapi-servers';

/** The options that name the stage of a document. */
export const DEPLOYMENT_OPTIONS = {
  stage: {
    value: '<name>',
    help: 'a stage in infra/stages.ts, whose address and support address the document names (default: no stage)',
  },
  server: {
    value: '<url>',
    help: 'the URL of the API of the stage, without /v1 (default: its apiUrl in infra/stages.ts)',
  },
} as const;

const deploymentOf = (stage: string, server: string | undefined): Deployment => {
  try {
    const { apiUrl, supportEmail } = stageConfig(stage, { rateLimitScale: undefined, apiUrl: server });
    if (apiUrl !== undefined) return { url: apiUrl, supportEmail };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
  throw new UserError(`The stage ${stage} has no apiUrl in infra/stages.ts: name its URL with --server <url>.`);
};

/**
 * The document for the stage that the options name, or the document itself if they name none.
 *
 * @throws UserError if there is no such stage, or its address is unknown.
 */
export const documentOfStage = (
  document: OpenApiDocument,
  { stage, server }: { readonly stage?: string | undefined; readonly server?: string | undefined },
): OpenApiDocument => {
  if (stage !== undefined) return documentAt(document, deploymentOf(stage, server));
  if (server !== undefined) throw new UserError('Name the stage of the server with --stage <name>.');
  return document;
};
