import { contract } from '#shared/http/contract';
import { done } from './contract-parts.ts';

/** Ends a session. */
export const logOut = contract({
  name: 'log-out',
  group: 'accounts',
  method: 'POST',
  route: '/v1/logout',
  summary: 'Log out',
  description: 'Ends the session, denies its access tokens at once and clears the three cookies.',
  caller: 'session',
  cookies: 'cleared',
  success: { 200: done },
  touches: { writes: ['accountSession'] },
});
