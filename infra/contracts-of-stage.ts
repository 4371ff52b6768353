import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import type { StageConfig } from './stage-config.ts';

const HAS: Readonly<Record<NonNullable<Contract['onlyWhere']>, (stage: StageConfig) => boolean>> = {
  simulatedCheckout: ({ checkout }) => checkout.kind === 'simulated',
};

/** The endpoints of a stage: all except those that another setting of the stage excludes. */
export const contractsOf = (stage: StageConfig): readonly Contract[] =>
  CONTRACTS.filter(({ onlyWhere }) => onlyWhere === undefined || HAS[onlyWhere](stage));
