/** A failure that the person at the terminal can mend: its message says how, in one line. */
export class Problem extends Error {}
