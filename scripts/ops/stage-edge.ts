import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { WAFV2Client } from '@aws-sdk/client-wafv2';
import { EDGE_REGION, type StageConfig, type StageName } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import type { awsClientSettings } from '#shared/platform/aws';
import { type BlockedAddresses, makeBlockedAddresses } from './blocked-addresses.ts';
import { type EdgeSecretStore, makeEdgeSecrets } from './edge-secrets.ts';

/** The edge of a stage, as an operator works on it. */
export interface StageEdge {
  readonly stage: Pick<StageConfig, 'stage' | 'edge' | 'edgeSecretHashes'>;
  readonly secrets: EdgeSecretStore;
  readonly blocked: BlockedAddresses;
}

/** {@link StageEdge} on AWS: its firewall and its secrets are in the region of edges. */
export const makeStageEdge = (
  name: StageName,
  clientSettings: Omit<typeof awsClientSettings, 'maxAttempts'> & { readonly maxAttempts: number },
): StageEdge => {
  const settings = { ...clientSettings, region: EDGE_REGION };
  return {
    stage: stageConfig(name, { rateLimitScale: undefined }),
    secrets: makeEdgeSecrets(new SecretsManagerClient(settings), name),
    blocked: makeBlockedAddresses(new WAFV2Client(settings), name),
  };
};
