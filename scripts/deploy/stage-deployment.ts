import type { StageConfig } from '#infra/stage-config';
import type { StageAlarms } from '#scripts/ops/stage-alarms';
import type { StageStacks } from './cloud-formation.ts';
import type { EdgeSecrets } from './edge-secret.ts';
import type { ReleaseStore } from './release.ts';
import type { SmokeEffects } from './smoke.ts';

/** How a stage is deployed or destroyed: where, and by what effects. */
export interface StageDeployment {
  readonly stage: StageConfig;
  /** Keeps the assembly, the outputs and the log of the last deployment. */
  readonly folder: string;
  /** The commit that is deployed; undefined while there are changes that nobody has committed. */
  readonly commit: string | undefined;
  /** Bundles the functions, and writes the assembly of the stage's stacks to a folder. */
  readonly synthesise: (assemblyFolder: string) => Promise<void>;
  /** Runs the CDK's command line with the deployer's credentials. */
  readonly runCdk: (args: readonly string[], onLine: (line: string) => void) => Promise<void>;
  readonly stacks: StageStacks;
  /** Reads the secrets of the stage's edge; undefined when the deployer may not. */
  readonly edgeSecrets: () => Promise<EdgeSecrets | undefined>;
  readonly releases: ReleaseStore;
  /** The time, ISO 8601. */
  readonly now: () => string;
  /** Deletes every version of every object of a bucket. */
  readonly emptyBucket: (bucketName: string) => Promise<void>;
  /** Asks the person at the terminal; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly say: (line: string) => void;
  readonly smoke: SmokeEffects;
  /** Who gets the alarms of the stage. */
  readonly alarms: Pick<StageAlarms, 'topics'>;
}
