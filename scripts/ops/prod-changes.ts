import { UsageError } from '#scripts/command-line/usage';

/** The option that a command needs to change the stage `prod`. */
export const YES_PROD = { help: 'confirms a change of the stage prod' } as const;

/**
 * Refuses to change the stage `prod` without confirmation.
 *
 * @throws UsageError.
 */
export const confirmProd = (stage: string | undefined, isConfirmed: boolean): void => {
  if (stage === 'prod' && !isConfirmed) throw new UsageError('This changes the stage prod. Add --yes-prod to do it.');
};
