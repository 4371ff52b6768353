import { beforeAll, describe, expect, test } from 'vitest';
import { saveAnswers, submitSession } from '#scripts/demo/journey';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import type { ApiClient } from '#tests/support/api-client';
import { assessed, deployedApi, newCustomer, type ReadApplicant, submitApplicant } from './people.ts';

const SCREENING_MODULES = ['sanctions_screening', 'pep_screening', 'adverse_media_screening'] as const;

/** A widget that also screens, so that every outcome is possible. */
const screeningWidget = async (customer: ApiClient): Promise<{ id: string; embedLinkToken: string }> => {
  const modules = Object.fromEntries(SCREENING_MODULES.map((id) => [id, { enabled: true, required: true }]));
  const config = { ...DEMO_WIDGET.config, modules: { ...DEMO_WIDGET.config.modules, ...modules } };
  const created = await customer.post<{ data: { id: string; embedLinkToken: string } }>('/v1/kyb/widgets', {
    ...DEMO_WIDGET,
    config,
  });
  const { data } = created.body;
  await customer.patch(`/v1/kyb/widgets/${data.id}/status`, { status: 'live' });
  return data;
};

const NAMES = {
  clean: 'Ada Provisions Limited',
  reject: 'SANDBOX_REJECT Ltd',
  review: 'SANDBOX_REVIEW Ltd',
  resubmit: 'SANDBOX_RESUBMIT Ltd',
  sanctions: 'SANDBOX_SANCTIONS Ltd',
  pep: 'SANDBOX_PEP Ltd',
  adverse: 'SANDBOX_ADVERSE Ltd',
  unavailable: 'SANDBOX_UNAVAILABLE Ltd',
} as const;

type Outcome = keyof typeof NAMES;

describe('in the sandbox a business name determines its outcome', () => {
  let customer: ApiClient;
  const applicants = new Map<Outcome, ReadApplicant>();
  const sessions = new Map<Outcome, { sessionId: string; token: string }>();

  beforeAll(async () => {
    customer = await newCustomer();
    const widget = await screeningWidget(customer);
    const outcomes = Object.entries(NAMES) as [Outcome, string][];
    await Promise.all(
      outcomes.map(async ([outcome, name]) => {
        const { applicantId, sessionId } = await submitApplicant(customer, widget, name);
        sessions.set(outcome, { sessionId, token: widget.embedLinkToken });
        applicants.set(outcome, await assessed(customer, applicantId));
      }),
    );
  }, 120_000);

  test.each([
    ['clean', 'approved', 'all_checks_passed'],
    ['reject', 'rejected', undefined],
    ['review', 'requires_review', undefined],
    ['resubmit', 'resubmission_requested', undefined],
    ['sanctions', 'requires_review', 'sanctions'],
    ['pep', 'requires_review', 'pep'],
    ['adverse', 'requires_review', 'adverse'],
    ['unavailable', 'requires_review', 'source_unavailable'],
  ] as const)('%s: %s', (outcome, status, reason) => {
    const applicant = applicants.get(outcome);
    expect(applicant?.status).toBe(status);
    expect(applicant?.decisionReason).toEqual(expect.stringContaining(reason ?? ''));
    expect(applicant?.decidedAt !== null).toBe(status === 'approved' || status === 'rejected');
  });

  test('a source that is down is never charged', () => {
    const applicant = applicants.get('unavailable');
    expect(applicant?.totalSpentKobo).toBe(50_000);
    expect(applicant?.modules.filter(({ chargeKobo }) => chargeKobo > 0)).toEqual([]);
  });

  test('a resubmitted session passes the second time', async () => {
    const { sessionId, token } = sessions.get('resubmit') ?? { sessionId: '', token: '' };
    const first = applicants.get('resubmit');
    await saveAnswers(deployedApi(), { sessionId, token });
    await submitSession(deployedApi(), { sessionId, token });
    const second = await assessed(customer, first?.id ?? '');
    expect(second.status).toBe('approved');
  });

  test('every applicant of the account is listed, newest first', async () => {
    const { body } = await customer.get<{ data: { id: string }[] }>('/v1/kyb/applicants');
    const ids = body.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(ids.toSorted()).toEqual([...applicants.values()].map(({ id }) => id).toSorted());
  });
});
