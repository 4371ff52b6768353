import type { ModuleResult } from '#shared/onboarding/applicants/applicant';
import { isScreening, SCREENING_TOPICS } from '#shared/onboarding/modules/screening-modules';
import type { ScreeningTopic } from '#shared/sources/ports';
import { type CheckReason, HIT_REASONS } from '#shared/verification/check-reasons';
import type { EvidenceOfChecks } from '#shared/verification/evidence-store';
import type { IsCleared } from '#shared/verification/listed-entry';

const HITS: readonly CheckReason[] = Object.values(HIT_REASONS);

/** Whether a module screened with hits, so that clearing entries may change its result. */
export const hasHits = ({ moduleId, reasonCodes }: ModuleResult): boolean =>
  isScreening(moduleId) && reasonCodes.some((code) => HITS.includes(code));

/**
 * The kept result of a screening, without the topics whose entries have all been cleared since. It stays unchanged when
 * some of its entries are no longer stored: an entry that nobody can see cannot have been cleared.
 */
export const withoutCleared = (
  result: ModuleResult,
  evidence: EvidenceOfChecks,
  isCleared: IsCleared,
): ModuleResult => {
  const { moduleId, verificationReference = '', reasonCodes } = result;
  const { entries, more = 0 } = evidence.get(verificationReference) ?? {};
  if (!isScreening(moduleId) || !hasHits(result) || !entries || more > 0) return result;
  const open = new Set(entries.filter((entry) => !isCleared(entry)).map(({ topic }) => topic));
  const topics: readonly ScreeningTopic[] = SCREENING_TOPICS[moduleId];
  const cleared: readonly CheckReason[] = topics.filter((topic) => !open.has(topic)).map((topic) => HIT_REASONS[topic]);
  const left = reasonCodes.filter((code) => !cleared.includes(code));
  return { ...result, reasonCodes: left, status: left.length > 0 ? result.status : 'passed' };
};
