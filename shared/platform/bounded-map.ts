/**
 * A map in the memory of a container that keeps only its newest entries. Setting an entry again makes it the newest.
 *
 * @param most maximum number of entries.
 */
export const boundedMap = <Value>(most: number) => {
  const entries = new Map<string, Value>();
  return {
    get: (name: string): Value | undefined => entries.get(name),
    delete: (name: string): void => {
      entries.delete(name);
    },
    set: (name: string, value: Value): void => {
      entries.delete(name);
      entries.set(name, value);
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size > most) entries.delete(oldest);
    },
  };
};
