import type { NoticeCaps } from '#shared/mails/notice-caps';

/** Caps that no test reaches by accident. */
export const TEST_CAPS: NoticeCaps = { recipient: 1000, applicant: 1000, account: 1000 };
