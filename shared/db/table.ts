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
   * Sparse: an item has the attributes of an index only while that index lists it. Every index projects all attributes.
   */
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi3sk' },
  ],
  streamView: 'NEW_AND_OLD_IMAGES',
} as const;

/** The name of a secondary index. */
export type IndexName = (typeof TABLE.indexes)[number]['name'];
