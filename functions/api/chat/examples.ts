import type { RequestExamples } from '#shared/http/request-example';

/** The sandbox has test money, and its assistant needs no model. */
const SANDBOX = { authorization: 'Bearer <SANDBOX_SECRET_KEY>' };

const CHAT = {
  id: '<CHAT_ID>',
  companyId: '<SANDBOX_COMPANY_ID>',
  title: 'Before we sign',
  messageCount: 0,
  lastMessageAt: null,
  createdAt: '<NOW>',
  updatedAt: '<NOW>',
};

/** A request to each endpoint of the group, which succeeds. */
export const chatExamples: RequestExamples = {
  'create-chat': {
    headers: SANDBOX,
    body: { companyId: '<SANDBOX_COMPANY_ID>', title: 'Before we sign' },
    response: { success: true, chat: { ...CHAT, id: 'chat_01KAJ6N2C5F8H1K4M7P0R3T6W9' } },
  },
  'list-chats': {
    headers: SANDBOX,
    query: { companyId: '<SANDBOX_COMPANY_ID>', page: '1', limit: '20' },
    response: {
      success: true,
      chats: [CHAT],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-chat': {
    headers: SANDBOX,
    path: { chatId: '<CHAT_ID>' },
    query: { page: '1', limit: '20' },
    response: {
      success: true,
      chat: CHAT,
      messages: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasNext: false, hasPrev: false },
    },
  },
  'send-message': {
    headers: SANDBOX,
    path: { chatId: '<CHAT_ID>' },
    body: { message: 'Is the company active, and since when is it registered?' },
    response: {
      message: 'The assistant has answered.',
      userMessage: {
        id: 'msg_01KAJ6P4Q7S0V3X6Z9B2D5F8H1',
        chatId: '<CHAT_ID>',
        sender: 'user',
        content: 'Is the company active, and since when is it registered?',
        timestampAt: '<NOW>',
        groundingSources: null,
      },
      aiMessage: {
        id: 'msg_01KAJ6P4T0W3Y6A9C2E5G8J1L4',
        chatId: '<CHAT_ID>',
        sender: 'ai',
        content:
          "I am the offline assistant: no language model is used, and I answer by fixed rules from the company's record.\n" +
          'Adire Textiles Limited is registered as RC1234567 (Company), and the registry lists it as active. Registered: ' +
          '2015-08-20. Nature of business: Retail of textiles.',
        timestampAt: '<NOW>',
        groundingSources: null,
      },
    },
  },
  'delete-chat': {
    headers: SANDBOX,
    path: { chatId: '<CHAT_ID>' },
    response: { success: true, message: 'Chat deleted.' },
  },
};
