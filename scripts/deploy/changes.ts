import { PassThrough } from 'node:stream';
import { formatSecurityChanges, fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { movingAtOnce, shiftedAliases } from './shifts.ts';
import { hasSameName, isStateful, labelOf, NO_TEMPLATE, type Resource, type Template } from './template.ts';

/** A resource that a deploy replaces or deletes. */
export interface LostResource {
  readonly type: string;
  /** Its unique name, or its logical id. */
  readonly label: string;
  /** `kept`: it leaves its stack and stays, such as a table that is retained. */
  readonly fate: 'replaced' | 'perhaps replaced' | 'deleted' | 'kept outside of its stack';
  readonly isStateful: boolean;
  /** Whether it is replaced by one of the same unique name, which CloudFormation refuses. */
  readonly keepsName: boolean;
}

/** What a deploy changes in a stack. */
export interface StackChanges {
  readonly stack: string;
  readonly isNew: boolean;
  readonly addedCount: number;
  readonly updatedCount: number;
  readonly lost: readonly LostResource[];
  /** The permissions that change, as a table; empty when none do, and for a new stack. */
  readonly permissions: string;
}

const FATES: Readonly<Partial<Record<ResourceImpact, LostResource['fate']>>> = {
  [ResourceImpact.WILL_REPLACE]: 'replaced',
  [ResourceImpact.MAY_REPLACE]: 'perhaps replaced',
  [ResourceImpact.WILL_DESTROY]: 'deleted',
  [ResourceImpact.WILL_ORPHAN]: 'kept outside of its stack',
};

/** A template without the way in which traffic moves, which is not a change of its own. */
const settled = (template: Template): Template => movingAtOnce(template, shiftedAliases(template));

/** A version follows another one with each change of its function, and the one before stays. */
const isSucceeded = ({ Type }: Resource): boolean => Type === 'AWS::Lambda::Version';

/**
 * What a deploy changes in a stack, by CloudFormation's own rules of what it replaces; undefined when nothing.
 *
 * @param before undefined when the stack does not exist.
 */
export const changesOf = (stack: string, before: Template | undefined, after: Template): StackChanges | undefined => {
  const diff = fullDiff({ ...settled(before ?? NO_TEMPLATE) }, { ...settled(after) });
  if (before !== undefined && diff.isEmpty) return;
  const lost: LostResource[] = [];
  let [addedCount, updatedCount] = [0, 0];
  diff.resources.forEachDifference((logicalId, { changeImpact, oldValue, newValue, isAddition }) => {
    const fate = FATES[changeImpact];
    if (isSucceeded((newValue ?? oldValue) as Resource)) return;
    if (isAddition) addedCount += 1;
    else if (fate === undefined) updatedCount += 1;
    else {
      const resource = oldValue as Resource;
      lost.push({
        type: resource.Type,
        label: labelOf(logicalId, resource),
        fate,
        isStateful: isStateful(resource),
        keepsName: fate === 'replaced' && hasSameName(resource, newValue as Resource),
      });
    }
  });
  let permissions = '';
  if (before !== undefined && diff.permissionsAnyChanges) {
    const stream = new PassThrough();
    formatSecurityChanges(stream, diff);
    permissions = String(stream.read() ?? '');
  }
  return { stack, isNew: before === undefined, addedCount, updatedCount, lost, permissions };
};
