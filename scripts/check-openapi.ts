import { apiDocument } from '#functions/api/openapi-document';
import { runScript } from '#scripts/local-cloud/run-script';
import { redoclyProblems } from '#scripts/openapi/redocly';
import { sourceGatewayDocument } from '#scripts/openapi/source-gateway';
import { specProblems } from '#scripts/openapi/spec-validator';

const USAGE = {
  command: 'node scripts/check-openapi.ts',
  does: 'Prints what Redocly (by redocly.yaml) and openapi-spec-validator find wrong with the API document, and with that of the gateway of sources.',
} as const;

await runScript(USAGE, async () => {
  for (const document of [apiDocument(), sourceGatewayDocument()].map((made) => JSON.stringify(made))) {
    const problems = [...(await redoclyProblems(document)), ...specProblems(document)];
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
});
