import { consumer } from '#shared/consumers/consumer';

/** The function `erase-chats`: what triggers it, what it may touch, and what customers miss when it fails. */
export const eraseChatsConsumer = consumer({
  name: 'erase-chats',
  group: 'files',
  trigger: { kind: 'schedule', everyMinutes: 10 },
  touches: {
    reads: ['chat', 'chatErasures', 'chatListOfCompany', 'chatMessages', 'chatsAboutCompany'],
    writes: ['chat', 'chatList', 'chatListOfCompany', 'chatMessages', 'idempotency'],
  },
  timeoutSeconds: 120,
  failureMeansToCustomer:
    'The texts of deleted chats are kept longer than promised, though nobody is shown them; chats about companies that were given up stay, beyond the newest ten of each.',
});
