import { contract } from '#shared/http/contract';
import { obligationPath, oneObligation } from './contract-parts.ts';

/** Reads one obligation. */
export const readObligation = contract({
  name: 'read-obligation',
  group: 'compliance',
  method: 'GET',
  route: '/v1/compliance/obligations/{id}',
  summary: 'Read an obligation',
  description: 'With the days until it is due. One of another account, or of the other environment, is not found.',
  caller: 'account',
  path: obligationPath,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND'],
  touches: { reads: ['obligation'] },
});
