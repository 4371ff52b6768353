/** A failure that the person at the terminal can fix. Its message states how, and is shown without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
