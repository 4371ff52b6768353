import type { StageConfig } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import { UserError } from './user-error.ts';

/**
 * The settings of the stage `local`, as the infrastructure will read them.
 *
 * @param rateLimitScale factor on every rate limit, as its user wrote it; 1 when undefined.
 * @throws UserError when the infrastructure would refuse them.
 */
export const localStage = (rateLimitScale: string | undefined): StageConfig => {
  try {
    return stageConfig('local', { rateLimitScale });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
};
