import { UserError } from '#scripts/local-cloud/user-error';
import type { StageDeployment } from './stage-deployment.ts';

/**
 * Asks once whether to go on.
 *
 * @param word what the person has to type.
 * @throws UserError when it is not typed, or nobody is there to ask.
 */
export const confirm = async (question: string, word: string, { ask }: Pick<StageDeployment, 'ask'>): Promise<void> => {
  if (!ask) throw new UserError('There is no terminal to ask at. Review the changes with --dry-run, then use --yes.');
  const answer = await ask(`${question} Type ${word} to go on: `);
  if (answer.trim() !== word) throw new UserError('Nothing was changed.');
};
