import type { StageQueues } from '#scripts/ops/stage-queues';

const refuse = () => Promise.reject(new Error('No queue is used'));

/** The queues of a stage, for commands that use none. */
export const NO_QUEUES: StageQueues = { list: refuse, count: refuse, receive: refuse, release: refuse, move: refuse };
