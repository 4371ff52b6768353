/** One version of a secret. */
export interface SecretVersion {
  /** Secrets Manager's id of the version, or the id of a key of a keyring; not secret itself. */
  readonly versionId: string;
  /** At least 32 random characters. */
  readonly value: string;
}

/** A secret in use: new values are made with `current`, and existing ones are also recognised by earlier versions. */
export interface VersionedSecret {
  readonly current: SecretVersion;
  /** Newest first. Missing until the secret is first rotated. */
  readonly older?: readonly SecretVersion[];
}

/** All versions that values may have been made with, newest first. */
export const versionsOf = ({ current, older = [] }: VersionedSecret): readonly SecretVersion[] => [current, ...older];
