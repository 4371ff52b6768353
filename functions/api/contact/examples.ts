import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const contactExamples: RequestExamples = {
  'subscribe-to-news': {
    body: { email: '<NEW_EMAIL>' },
    response: { success: true, message: 'You are subscribed.' },
  },
  'show-address-confirmation': { path: { token: '<CONFIRMATION_TOKEN>' } },
  'confirm-address': { path: { token: '<CONFIRMATION_TOKEN>' }, body: {} },
  'show-unsubscribing': { query: { token: '<UNSUBSCRIBE_TOKEN>' } },
  'update-subscription': { query: { token: '<UNSUBSCRIBE_TOKEN>' }, body: { 'List-Unsubscribe': 'One-Click' } },
  'book-demo': {
    body: {
      name: 'Ada Obi',
      email: '<NEW_EMAIL>',
      company: 'Adire Market Ltd',
      phone: '+2348012345678',
      message: 'We onboard 200 sellers a month and would like to see the widget.',
    },
    response: { success: true, message: 'Thank you. We will contact you to arrange your demo.' },
  },
};
