import { eraseChats } from '#shared/chat/erase-chats';
import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Erases the texts of deleted chats, and ends those of companies that were given up. Triggered by a schedule, every ten minutes. */
export const handler = (): Promise<void> => eraseChats({ table: serviceTable(), clock: systemClock, log, metrics });
