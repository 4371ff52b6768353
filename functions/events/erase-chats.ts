import { eraseChats } from '#shared/chat/erase-chats';
import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { eraseChatsConsumer } from './erase-chats.consumer.ts';

/** Erases the texts of deleted chats, and ends the chats of companies that were given up. */
export const handler = runOnSchedule(eraseChatsConsumer, { run: eraseChats });
