import type { SocialMediaQuery, SocialPlatform } from '#shared/sources/ports';
import { textOf } from '#shared/verification/answer-values';
import { defined } from '#shared/verification/defined';
import { evidenceFields } from '#shared/verification/evidence-fields';
import { type Check, judgeResult, passed, review, withoutVerdict } from './check.ts';

const PLATFORMS = [
  'website',
  'facebook',
  'instagram',
  'linkedin',
  'twitter',
  'tiktok',
] as const satisfies readonly SocialPlatform[];

/**
 * Passes if at least one profile belongs to the business. A business that is not found online goes to review and never
 * fails.
 */
export const checkSocialMedia: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const profiles: SocialMediaQuery['profiles'] = Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const profile = textOf(answers, platform);
      return profile === undefined ? [] : [[platform, profile]];
    }),
  );
  if (Object.keys(profiles).length === 0) return withoutVerdict('input_missing');
  const answer = await ports.socialMedia({ profiles, ...defined({ businessName }) }, signal);
  const doubt = review('profile_not_confirmed');
  return judgeResult(answer, {
    compared: evidenceFields({ ...profiles, businessName }),
    answered: ({ confirmed }) => evidenceFields({ confirmed: confirmed.join(', ') }),
    notFound: doubt,
    judge: ({ confirmed }) => (confirmed.length > 0 ? passed() : doubt),
  });
};
