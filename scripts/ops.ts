import { resourceName } from '#infra/names';
import { stageConfig } from '#infra/stages';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { runScript } from '#scripts/local-cloud/run-script';
import { readStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';

/** Where the table of the running `npm start` is. */
const localEnvironment = (): Readonly<Record<string, string>> => {
  const { region, endpoint, tableName } = readStack();
  return { ...LOCAL_AWS_ENVIRONMENT, AWS_REGION: region, AWS_ENDPOINT_URL: endpoint, TABLE_NAME: tableName };
};

/** Where the table of a stage on AWS is. */
const stageEnvironment = (name: string): Readonly<Record<string, string>> => {
  try {
    const { stage, region } = stageConfig(name, { rateLimitScale: undefined });
    return { AWS_REGION: region, TABLE_NAME: resourceName(stage, 'table') };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
};

await runScript(OPS_USAGE, async ({ options: { stage }, words }) => {
  const work = opsCommand(words);
  Object.assign(process.env, stage === undefined ? localEnvironment() : stageEnvironment(stage));
  console.log(await work({ table: serviceTable(), clock: systemClock }));
});
// Connections that the client keeps open would hold the process for their time.
process.exit();
