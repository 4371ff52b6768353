import { contract } from '#shared/http/contract';
import { obligationPath, oneObligation } from './contract-parts.ts';

/** Reads one obligation. */
export const readObligation = contract({
  name: 'read-obligation',
  group: 'compliance',
  method: 'GET',
  route: '/v1/compliance/obligations/{id}',
  summary: 'Read an obligation',
  description:
    'Returns an obligation with the number of days until it is due. An obligation of another account or ' +
    'environment is not found.',
  caller: 'account',
  path: obligationPath,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND'],
  touches: { reads: ['obligation'] },
});
