import type { SecretVersion, VersionedSecret } from './secrets.ts';

/** The versions under which something may have been made: the current one, then the previous one if there is one. */
export const versionsOf = ({ current, previous }: VersionedSecret): readonly SecretVersion[] =>
  previous ? [current, previous] : [current];
