import { describe, expect, test } from 'vitest';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { incompleteModules, nextModule, openModules } from '#shared/onboarding/sessions/flow';
import { ANSWERS, config } from './fixtures.ts';

const ORDER: readonly ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification'];

const session = (answers: SessionAnswers, attachments: EmbedSession['attachments'] = {}) => ({ answers, attachments });

describe('the flow of a session', () => {
  test('moves to the module after the saved one, and stays at the last', () => {
    expect(nextModule(ORDER, 'business_profile')).toBe('cac_verification');
    expect(nextModule(ORDER, 'cac_verification')).toBe('tin_verification');
    expect(nextModule(ORDER, 'tin_verification')).toBe('tin_verification');
  });

  test('cannot end before every required module is answered; they are named in order', () => {
    const widget = {
      ...config(),
      flow: { ...config().flow, order: [...ORDER, 'scuml_verification', 'pep_screening'] satisfies ModuleId[] },
      modules: {
        business_profile: { enabled: true, required: true },
        cac_verification: { enabled: true, required: true },
        tin_verification: { enabled: true, required: false },
        scuml_verification: { enabled: false, required: true },
        pep_screening: { enabled: true, required: true },
      },
    };
    const open = openModules(widget, widget.flow.order);
    expect(incompleteModules(widget, open, session({}))).toEqual(['business_profile', 'cac_verification']);
    const { business_profile, cac_verification } = ANSWERS;
    expect(incompleteModules(widget, open, session({ cac_verification }))).toEqual(['business_profile']);
    expect(incompleteModules(widget, open, session({ business_profile, cac_verification }))).toEqual([]);
  });

  test('cannot end before the module for documents has a document', () => {
    const widget = { modules: { document_upload: { enabled: true, required: true } } };
    const open = ['document_upload'] as const;
    const answers = { document_upload: { documentType: 'memart' } };
    const file = {
      id: 'att_1',
      filename: 'memart.pdf',
      mimeType: 'application/pdf',
      activeContent: false,
      sha256: 'ab'.repeat(32),
      size: 9,
      uploadedAt: '2026-11-21',
    };
    expect(incompleteModules(widget, open, session(answers))).toEqual(['document_upload']);
    expect(incompleteModules(widget, open, session({}, { document_upload: [file] }))).toEqual(['document_upload']);
    expect(incompleteModules(widget, open, session(answers, { document_upload: [file] }))).toEqual([]);
    const optional = { modules: { document_upload: { enabled: true, required: false } } };
    expect(incompleteModules(optional, open, session({}))).toEqual([]);
  });
});
