import { serviceTable } from '#shared/db/client';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';

/** Adds a file record to an open session that has none, without storing a file. @returns its id (`att_`). */
export const attachmentOf = async (sessionId: string): Promise<string> => {
  const nowMs = Date.now();
  const about = {
    filename: 'certificate.pdf',
    mimeType: 'application/pdf',
    size: 15,
    activeContent: false,
    sha256: 'ab'.repeat(32),
  };
  const added = { id: newId('att', nowMs), ...about, uploadedAt: isoTime(nowMs) };
  const file = { version: 0, moduleId: 'cac_verification', added } as const;
  const { written } = await serviceTable().write(sessionTransition(sessionId, 'save', { nowMs, file }));
  if (!written) throw new Error(`${sessionId} cannot take a file`);
  return added.id;
};
