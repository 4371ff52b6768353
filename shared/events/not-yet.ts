/**
 * A message cannot be handled yet, through nobody's fault. It returns after a pause and is handled again. It is not
 * reported as a failure.
 */
export class NotYet extends Error {
  override readonly name: string = 'NotYet';
}
