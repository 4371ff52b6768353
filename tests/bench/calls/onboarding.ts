import { validConfig } from '#tests/support/onboarding';
import { mustInvoke } from './invoke.ts';
import { type MainCase, requestTo } from './main-case.ts';
import { accountWithApplicants, accountWithWidget } from './people.ts';

/** The default page size. */
const FULL_PAGE = 20;

const ANSWERS = {
  business_profile: { businessName: 'Ada Foods Ltd' },
  cac_verification: { registrationNumber: 'RC1234567' },
};

/** A session with every required answer, ready to be submitted. */
const completedSession = async () => {
  const opened = await accountWithApplicants(1);
  const { widget, session } = opened;
  const pathParameters = { sessionId: session.id };
  for (const [moduleId, answers] of Object.entries(ANSWERS)) {
    const body = { token: widget.embedLinkToken, moduleId, answers };
    await mustInvoke('save-session-answers', requestTo('save-session-answers', { pathParameters, body }));
  }
  return opened;
};

/** The main case of every endpoint of widgets and applicants. */
export const kybCases: Readonly<Record<string, MainCase>> = {
  'create-widget': async () => {
    const { account } = await accountWithWidget();
    const body = { name: 'Sellers', environment: 'sandbox', config: validConfig() };
    return requestTo('create-widget', { headers: account.headers, body });
  },
  'read-widget': async () => {
    const { account, widget } = await accountWithWidget();
    return requestTo('read-widget', { headers: account.headers, pathParameters: { id: widget.id } });
  },
  'list-widgets': async () => {
    const { account } = await accountWithWidget();
    return requestTo('list-widgets', { headers: account.headers });
  },
  'set-widget-status': async () => {
    const { account, widget } = await accountWithWidget();
    const parts = { headers: account.headers, pathParameters: { id: widget.id }, body: { status: 'paused' } };
    return requestTo('set-widget-status', parts);
  },
  'create-applicant': async () => {
    const { account, widget } = await accountWithWidget();
    const body = { referenceId: 'customer-4711', subject: { businessName: 'Ada Foods Ltd' } };
    return requestTo('create-applicant', { headers: account.headers, pathParameters: { id: widget.id }, body });
  },
  'read-applicant': async () => {
    const { account, applicant } = await accountWithApplicants(1);
    return requestTo('read-applicant', { headers: account.headers, pathParameters: { id: applicant.id } });
  },
  'list-applicants': async () => {
    const { account } = await accountWithApplicants(FULL_PAGE);
    return requestTo('list-applicants', { headers: account.headers, query: { page: '1', limit: String(FULL_PAGE) } });
  },
  'list-widget-applicants': async () => {
    const { account, widget } = await accountWithApplicants(FULL_PAGE);
    const query = { page: '1', limit: String(FULL_PAGE) };
    return requestTo('list-widget-applicants', {
      headers: account.headers,
      pathParameters: { id: widget.id },
      query,
    });
  },
};

/** The main case of every endpoint of the embed runtime. */
export const embedCases: Readonly<Record<string, MainCase>> = {
  'read-embed-widget': async () => {
    const { widget } = await accountWithWidget();
    return requestTo('read-embed-widget', { pathParameters: { token: widget.embedLinkToken } });
  },
  'open-embed-session': async () => {
    const { widget } = await accountWithWidget();
    return requestTo('open-embed-session', { body: { token: widget.embedLinkToken } });
  },
  'read-embed-session': async () => {
    const { widget, session } = await accountWithApplicants(1);
    const pathParameters = { sessionId: session.id };
    return requestTo('read-embed-session', { pathParameters, query: { token: widget.embedLinkToken } });
  },
  'save-session-answers': async () => {
    const { widget, session } = await accountWithApplicants(1);
    const pathParameters = { sessionId: session.id };
    const body = {
      token: widget.embedLinkToken,
      moduleId: 'business_profile',
      answers: ANSWERS.business_profile,
    };
    return requestTo('save-session-answers', { pathParameters, body });
  },
  'submit-session': async () => {
    const { widget, session } = await completedSession();
    const pathParameters = { sessionId: session.id };
    return requestTo('submit-session', { pathParameters, body: { token: widget.embedLinkToken } });
  },
};
