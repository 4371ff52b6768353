import type { ScreeningTopic } from '#shared/sources/ports';
import type { ModuleId } from './modules.ts';

/** The modules that screen, with the topics that each screens for. */
export const SCREENING_TOPICS = {
  aml_screening: ['sanctions', 'pep', 'adverse_media'],
  sanctions_screening: ['sanctions'],
  pep_screening: ['pep'],
  adverse_media_screening: ['adverse_media'],
} as const satisfies Partial<Record<ModuleId, readonly ScreeningTopic[]>>;

/** A module that screens. */
export type ScreeningModuleId = keyof typeof SCREENING_TOPICS;

/** Every module that screens. */
const SCREENING_MODULES = Object.keys(SCREENING_TOPICS) as ScreeningModuleId[];

/** Whether a module screens. */
export const isScreening = (moduleId: ModuleId): moduleId is ScreeningModuleId =>
  SCREENING_MODULES.some((id) => id === moduleId);

/**
 * The module that makes the same screening as this one. When both are enabled, this one is not made, charged or scored
 * again.
 */
const COVERED_BY: Readonly<Partial<Record<ModuleId, ScreeningModuleId>>> = {
  sanctions_screening: 'aml_screening',
};

/** The module among these that covers this one, if there is one. */
export const coveringModule = (moduleId: ModuleId, among: readonly ModuleId[]): ScreeningModuleId | undefined => {
  const covering = COVERED_BY[moduleId];
  return covering !== undefined && among.includes(covering) ? covering : undefined;
};

/** Whether one screening covers more topics than another. */
export const isBroaderScreening = (moduleId: ScreeningModuleId, than: ScreeningModuleId): boolean =>
  SCREENING_TOPICS[moduleId].length > SCREENING_TOPICS[than].length;

/** The modules whose answers name the business or its people, besides the account's statement. */
export const NAMING_MODULES: readonly ModuleId[] = [
  'business_profile',
  'cac_verification',
  'directors_kyc',
  'ubo_verification',
  'shareholders_kyc',
];
