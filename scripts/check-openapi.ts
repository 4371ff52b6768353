import { apiDocument } from '#functions/api/openapi-document';
import { localStage } from '#scripts/local-cloud/local-stage';
import { runScript } from '#scripts/local-cloud/run-script';
import { publishedDocument } from '#scripts/openapi/published-document';
import { redoclyProblems } from '#scripts/openapi/redocly';
import { sourceGatewayDocument } from '#scripts/openapi/source-gateway';
import { specProblems } from '#scripts/openapi/spec-validator';
import { spectralProblems } from '#scripts/openapi/spectral';
import { documentAt } from '#shared/http/openapi/openapi-servers';

const USAGE = {
  command: 'node scripts/check-openapi.ts',
  does: 'Prints what Redocly (by redocly.yaml), Spectral and openapi-spec-validator find wrong with the API document, and with that of the gateway of sources.',
} as const;

await runScript(USAGE, async () => {
  const deployment = { url: 'https://api.kyb.test', supportEmail: localStage(undefined).supportEmail };
  const served = JSON.stringify(documentAt(apiDocument(), deployment));
  const published = JSON.stringify(documentAt(publishedDocument(), deployment));
  const gateway = JSON.stringify(sourceGatewayDocument());
  const problems = [
    ...(await redoclyProblems(served)),
    ...(await spectralProblems(served)),
    ...specProblems(served),
    // A part of what is served: what it still needs of the rest, and components that only the rest needs.
    ...(await spectralProblems(published)),
    ...(await redoclyProblems(gateway)),
    ...specProblems(gateway),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});
