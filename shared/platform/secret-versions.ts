import type { SecretVersion, VersionedSecret } from './secrets.ts';

/** The versions under which something may have been made, newest first. */
export const versionsOf = ({ current, older = [] }: VersionedSecret): readonly SecretVersion[] => [current, ...older];
