import type { StageStacks } from './cloud-formation.ts';

/**
 * The stacks of a stage in several regions, as one.
 *
 * @param byRegion those of each region; the first is the stage's own.
 */
export const stacksOfRegions = (byRegion: Readonly<Record<string, StageStacks>>): StageStacks => {
  const [own, ...others] = Object.values(byRegion) as [StageStacks, ...StageStacks[]];
  const placeOf = new Map<string, StageStacks>();

  const list: StageStacks['list'] = async () => {
    const found = await Promise.all(
      [own, ...others].map(async (stacks) => {
        const listed = await stacks.list();
        for (const { name } of listed) placeOf.set(name, stacks);
        return listed;
      }),
    );
    return found.flat();
  };

  /** Where a stack is, which was listed before. */
  const holder = (stack: string): StageStacks => placeOf.get(stack) ?? own;

  return {
    list,
    remove: (stack) => holder(stack).remove(stack),
    failuresOf: (stack, sinceMs) => holder(stack).failuresOf(stack, sinceMs),
    bootstrapVersion: async (region) => byRegion[region]?.bootstrapVersion(region),
  };
};
