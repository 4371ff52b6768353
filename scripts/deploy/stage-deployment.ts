import type { StageConfig } from '#infra/stage-config';
import type { StageAlarms } from '#scripts/ops/stage-alarms';
import type { StageStacks } from './cloud-formation.ts';
import type { SmokeEffects } from './smoke.ts';

/** How a stage is deployed or destroyed: where, and by what effects. */
export interface StageDeployment {
  readonly stage: StageConfig;
  /** Keeps the assembly, the outputs and the log of the last deployment. */
  readonly folder: string;
  /** Bundles the functions, and writes the assembly of the stage's stacks to a folder. */
  readonly synthesise: (assemblyFolder: string) => Promise<void>;
  /** Runs the CDK's command line with the deployer's credentials. */
  readonly runCdk: (args: readonly string[], onLine: (line: string) => void) => Promise<void>;
  readonly stacks: StageStacks;
  /** Deletes every version of every object of a bucket. */
  readonly emptyBucket: (bucketName: string) => Promise<void>;
  /** Asks the person at the terminal; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly say: (line: string) => void;
  readonly smoke: SmokeEffects;
  /** Who gets the alarms of the stage. */
  readonly alarms: Pick<StageAlarms, 'topics'>;
}
