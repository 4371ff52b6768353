import { CONTRACTS } from '#functions/api/contracts';
import type { EventType } from '#shared/events/catalogue';
import { APPLICANT_TRANSITIONS, type ApplicantTrigger } from '#shared/onboarding/applicants/applicant-states';

/** What makes a change: the call of an endpoint, by its contract's name, or what the service reports with an event. */
type Cause = { readonly endpoint: (typeof CONTRACTS)[number]['name'] } | { readonly event: EventType };

const CAUSES: Readonly<Record<ApplicantTrigger, Cause>> = {
  start: { endpoint: 'save-session-answers' },
  submit: { endpoint: 'submit-session' },
  abandon: { endpoint: 'abandon-session' },
  resume: { endpoint: 'open-embed-session' },
  beginAssessment: { event: 'kyb.applicant.submitted' },
  assessedApproved: { event: 'kyb.applicant.decision' },
  assessedRejected: { event: 'kyb.applicant.decision' },
  assessedForReview: { event: 'kyb.applicant.decision' },
  assessedForResubmission: { event: 'kyb.applicant.resubmission_requested' },
  expire: { event: 'kyb.applicant.expired' },
  reviewApproved: { endpoint: 'decide-applicant' },
  reviewRejected: { endpoint: 'decide-applicant' },
  reviewForResubmission: { endpoint: 'decide-applicant' },
  overturnedToApproved: { endpoint: 'overturn-decision' },
  overturnedToRejected: { endpoint: 'overturn-decision' },
  visitApproved: { event: 'verification.address.completed' },
  visitRejected: { event: 'verification.address.completed' },
  reassess: { endpoint: 'reassess-applicant' },
};

/** `POST …/submit`: a route by the last of its fixed parts, which is enough to find it. */
const callOf = (name: string): string => {
  const found = CONTRACTS.find((contract) => contract.name === name);
  if (!found) throw new RangeError(`There is no endpoint ${name}`);
  return `${found.method} …/${found.route.split('/').findLast((step) => !step.startsWith('{'))}`;
};

const labelOf = (cause: Cause): string => ('event' in cause ? cause.event : callOf(cause.endpoint));

/** The states of an applicant, with the endpoint or the event of each change, in Mermaid. */
export const statesDiagram = (): string => {
  const changes = Object.entries(APPLICANT_TRANSITIONS).flatMap(([trigger, { from, to }]) =>
    from.map((status) => ({ arrow: `${status} --> ${to}`, label: labelOf(CAUSES[trigger as ApplicantTrigger]) })),
  );
  const arrows = [...Map.groupBy(changes, ({ arrow }) => arrow)].map(
    ([arrow, same]) => `    ${arrow}: ${[...new Set(same.map(({ label }) => label))].join('<br>')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', '    [*] --> created', ...arrows, '```'].join('\n');
};
