/** A failure that the person at the terminal can fix. Its message states how, in one line. */
export class Problem extends Error {}
