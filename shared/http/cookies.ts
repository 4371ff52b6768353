/** Lifetimes of the two tokens (interface: Authentication, 3), and of their cookies. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

const PRIVATE = 'HttpOnly; Secure; SameSite=Lax; Path=/';
const READABLE = 'Secure; SameSite=Lax; Path=/';

/** How long the two tokens of a session last from now. */
export interface TokenLifetimes {
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

/** The lifetimes of tokens issued now: never longer than the rest of their session. */
export const tokenLifetimes = (secondsLeftOfSession: number): TokenLifetimes => ({
  accessSeconds: Math.max(0, Math.min(ACCESS_TOKEN_SECONDS, secondsLeftOfSession)),
  refreshSeconds: Math.max(0, Math.min(REFRESH_TOKEN_SECONDS, secondsLeftOfSession)),
});

/** The three `Set-Cookie` values of a signed-in session (interface: Authentication, 1). */
export const sessionCookies = (
  accessToken: string,
  refreshToken: string,
  { accessSeconds, refreshSeconds }: TokenLifetimes,
): string[] => [
  `token=${accessToken}; Max-Age=${accessSeconds}; ${PRIVATE}`,
  `refreshToken=${refreshToken}; Max-Age=${refreshSeconds}; ${PRIVATE}`,
  `svc_session=1; Max-Age=${refreshSeconds}; ${READABLE}`,
];

/** The three `Set-Cookie` values that end a session in the browser. */
export const clearedCookies = (): string[] => [
  `token=; Max-Age=0; ${PRIVATE}`,
  `refreshToken=; Max-Age=0; ${PRIVATE}`,
  `svc_session=; Max-Age=0; ${READABLE}`,
];
