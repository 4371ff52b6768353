/** A failure that the person at the terminal can fix: its message states how, and no stack trace is shown with it. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
