import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** The findings of Redocly's linter in an API document, by the rules of `redocly.yaml`: one line each. */
export const redoclyProblems = async (document: string): Promise<readonly string[]> => {
  const config = await loadConfig({ configPath: join(PROJECT_FOLDER, 'redocly.yaml') });
  const problems = await lintFromString({
    source: document,
    absoluteRef: join(PROJECT_FOLDER, 'openapi.json'),
    config,
  });
  return problems.map(({ ruleId, message, location: [place] }) => `${place?.pointer}: ${message} (${ruleId})`);
};
