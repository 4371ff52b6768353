import { inject } from 'vitest';
import type { Stack } from '#scripts/local-cloud/stack';

declare module 'vitest' {
  interface ProvidedContext {
    /** The deployment under test, for the e2e suite. */
    stack: Stack;
  }
}

/** The deployed stack that this e2e run tests. */
export const stack = (): Stack => inject('stack');
