/*
 * Scores are whole hundredths of a point in storage and arithmetic, 0 to 10,000; the API shows points with up to two
 * decimals.
 */

/** The risk of a vendor, from its score. */
export const RISK_TIERS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** The risk of a vendor. */
export type RiskTier = (typeof RISK_TIERS)[number];

/** The score with which the monitoring of a vendor starts: 80. */
export const STARTING_SCORE_HUNDREDTHS = 8_000;

const HIGHEST_HUNDREDTHS = 10_000;

/** A score after a change, within 0 to 100. */
export const changedScore = (scoreHundredths: number, deltaHundredths: number): number =>
  Math.min(HIGHEST_HUNDREDTHS, Math.max(0, scoreHundredths + deltaHundredths));

/** A score as the API shows it: points, with at most two decimals. */
export const scoreNumber = (scoreHundredths: number): number => scoreHundredths / 100;

/** The highest risk (100 - score) of each tier, in hundredths. */
const HIGHEST_RISK: readonly (readonly [tier: RiskTier, riskHundredths: number])[] = [
  ['LOW', 3_900],
  ['MEDIUM', 6_900],
  ['HIGH', 8_400],
];

/** The risk tier of a score, by 100 - score: up to 39 LOW, up to 69 MEDIUM, up to 84 HIGH, else CRITICAL. */
export const tierOf = (scoreHundredths: number): RiskTier => {
  const risk = HIGHEST_HUNDREDTHS - scoreHundredths;
  return HIGHEST_RISK.find(([, highest]) => risk <= highest)?.[0] ?? 'CRITICAL';
};
