import { normaliseRegistrationNumber } from '#shared/sources/formats';
import type { DocumentKind } from '#shared/sources/ports';
import { type ModuleAnswers, textOf } from '#shared/verification/answer-values';
import { defined } from '#shared/verification/defined';
import { evidenceFields } from '#shared/verification/evidence-fields';
import { type Check, failed, judgeResult, nameDoubts, passed, review, withoutVerdict } from './check.ts';

const numberOf = (answers: ModuleAnswers): string | undefined => {
  const certificateNumber = textOf(answers, 'certificateNumber');
  return certificateNumber ?? normaliseRegistrationNumber(textOf(answers, 'registrationNumber') ?? '');
};

/** Passes if the issuer has the document, it is valid, and it belongs to the declared business. */
export const documentCheck =
  (kind: DocumentKind): Check =>
  async ({ answers, declared: { businessName }, ports, signal }) => {
    const documentNumber = numberOf(answers);
    if (documentNumber === undefined) return withoutVerdict('input_missing');
    const answer = await ports.documents({ kind, documentNumber, ...defined({ businessName }) }, signal);
    return judgeResult(answer, {
      compared: evidenceFields({ documentNumber, businessName }),
      answered: ({ documentStatus, holderName }) => evidenceFields({ documentStatus, holderName }),
      notFound: failed('document_not_found'),
      judge: ({ documentStatus, holderName }) => {
        const doubts = nameDoubts(holderName, businessName);
        if (documentStatus === 'revoked') return failed('document_revoked', ...doubts);
        if (documentStatus === 'expired') return failed('document_expired', ...doubts);
        return doubts.length > 0 ? review(...doubts) : passed();
      },
    });
  };
