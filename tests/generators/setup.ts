import type { TestProject } from 'vitest/node';
import { localStage } from '#scripts/local-cloud/local-stage';
import { publishedDocument } from '#scripts/openapi/published-document';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import { setup as deploy } from '#tests/support/setup/e2e';
import { type Language, makeClients } from './clients.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The reasons why clients could not be generated, by language. */
    clientProblems: Readonly<Partial<Record<Language, string>>>;
  }
}

/** Generates the clients of the published document while the stage is deployed, as for the e2e suite. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const { supportEmail } = localStage(undefined);
  const document = documentAt(publishedDocument(), { url: 'https://api.example.com', supportEmail });
  const [stop, problems] = await Promise.all([deploy(project), makeClients(document)]);
  project.provide('clientProblems', problems);
  return stop;
};
