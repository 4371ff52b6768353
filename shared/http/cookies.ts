/** Lifetimes of the two tokens (interface: Authentication, 3), which are their cookies' as well. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

const PRIVATE = 'HttpOnly; Secure; SameSite=Lax; Path=/';
const READABLE = 'Secure; SameSite=Lax; Path=/';

/** The three `Set-Cookie` values of a signed-in session (interface: Authentication, 1). */
export const sessionCookies = (accessToken: string, refreshToken: string): string[] => [
  `token=${accessToken}; Max-Age=${ACCESS_TOKEN_SECONDS}; ${PRIVATE}`,
  `refreshToken=${refreshToken}; Max-Age=${REFRESH_TOKEN_SECONDS}; ${PRIVATE}`,
  `svc_session=1; Max-Age=${REFRESH_TOKEN_SECONDS}; ${READABLE}`,
];

/** The three `Set-Cookie` values that end a session in the browser. */
export const clearedCookies = (): string[] => [
  `token=; Max-Age=0; ${PRIVATE}`,
  `refreshToken=; Max-Age=0; ${PRIVATE}`,
  `svc_session=; Max-Age=0; ${READABLE}`,
];
