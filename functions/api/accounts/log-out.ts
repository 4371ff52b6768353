import { endSession } from '#shared/auth/session';
import { clearedCookies } from '#shared/http/cookies';
import { serve } from '#shared/http/serve';
import { logOut } from './log-out.contract.ts';

/** Logs out. Ending the session is what invalidates its tokens; a session that ended a moment ago is a success too. */
export const handler = serve(logOut, {
  answer: async ({ caller, meta }, { table }) => {
    await table.write(endSession(caller.sessionId, meta.nowMs));
    return { status: 200, body: { success: true, message: 'Logged out.' }, cookies: clearedCookies() };
  },
});
