import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const embedExamples: RequestExamples = {
  'read-embed-widget': {
    path: {
      token: '<EMBED_TOKEN>',
    },
  },
  'open-embed-session': {
    body: {
      token: '<EMBED_TOKEN>',
      referenceId: 'customer-4711',
      subject: {
        businessName: 'Adire Market Ltd',
      },
    },
  },
  'read-embed-session': {
    path: {
      sessionId: '<SESSION_ID>',
    },
    query: {
      token: '<EMBED_TOKEN>',
    },
  },
  'save-session-answers': {
    path: {
      sessionId: '<SESSION_ID>',
    },
    body: {
      token: '<EMBED_TOKEN>',
      moduleId: 'cac_verification',
      answers: {
        registrationNumber: 'RC1234567',
      },
    },
  },
  'submit-session': {
    path: {
      sessionId: '<COMPLETE_SESSION_ID>',
    },
    body: {
      token: '<EMBED_TOKEN>',
    },
  },
};
