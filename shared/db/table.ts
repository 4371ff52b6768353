/**
 * The one table of the service, as infrastructure and test emulators create it. The domains' `keys.ts` define its keys.
 * All key attributes are strings.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** TTL attribute, in Unix seconds. DynamoDB deletes late, so code also compares it. */
  timeToLiveAttribute: 'expiresAtSeconds',
  /**
   * Sparse: an item has the attributes of an index only while that index lists it. Lists are in the first three. What a
   * sweep looks at is in `gsi4`, of keys only: a change of the item costs nothing there (docs/decisions/0107).
   */
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk', projection: 'ALL' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk', projection: 'ALL' },
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi3sk', projection: 'ALL' },
    { name: 'gsi4', partitionKey: 'gsi4pk', sortKey: 'gsi4sk', projection: 'KEYS_ONLY' },
  ],
  streamView: 'NEW_AND_OLD_IMAGES',
} as const;

/** The name of a secondary index. */
export type IndexName = (typeof TABLE.indexes)[number]['name'];
