/**
 * What a message is about cannot be done yet, through nobody's fault: the message returns after a pause and is handled
 * again. It is no failure, and reported as none.
 */
export class NotYet extends Error {
  override readonly name: string = 'NotYet';
}
