import { UserError } from '#scripts/local-cloud/user-error';
import { isoTime } from '#shared/platform/clock';
import { subjectOf } from '#shared/platform/subject-ids';
import { makeAuditedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import type { ReceivedMessage, StageQueue, StageQueues } from './stage-queues.ts';

const SUFFIX = '-dlq';

/** Maximum number of shown messages. */
const MAX_SHOWN = 100;

type Effects = Pick<OpsEffects, 'table' | 'clock' | 'queues'>;

/** The queue of the dead letters of a queue, and the queue itself if there is one. */
interface Found {
  readonly deadLetters: StageQueue;
  readonly queue: StageQueue | undefined;
}

const listQueues = async (queues: StageQueues): Promise<readonly StageQueue[]> => {
  const all = await queues.list();
  if (all.length > 0) return all;
  throw new UserError(
    'The stage has no queues. Check that the credentials are those of its AWS account, and that it is deployed.',
  );
};

/** @param name that of a queue, or of what else gives up, as its alarm has it: `plans` of `plans-dead-letters`. */
const find = async (name: string, queues: StageQueues): Promise<Found> => {
  const all = await listQueues(queues);
  const deadLetters = all.find((queue) => queue.name === `${name}${SUFFIX}`);
  if (deadLetters) return { deadLetters, queue: all.find((queue) => queue.name === name) };
  const known = all.flatMap((queue) => (queue.name.endsWith(SUFFIX) ? queue.name.slice(0, -SUFFIX.length) : []));
  throw new UserError(`There are no dead letters of '${name}'. There are those of ${known.join(', ')}.`);
};

/**
 * Counts the dead letters of every queue and stream of a stage.
 *
 * @returns a line for each.
 * @throws UserError when the stage has none.
 */
export const countDeadLetters = async ({ queues }: Pick<Effects, 'queues'>): Promise<string> => {
  const all = (await listQueues(queues)).filter(({ name }) => name.endsWith(SUFFIX));
  const counts = await Promise.all(all.map((queue) => queues.count(queue)));
  return all.map(({ name }, index) => `${name.slice(0, -SUFFIX.length)}: ${counts[index]}`).join('\n');
};

/** Names of what a message is. Values of another form may be personal data. */
const KIND_FIELDS = ['detail-type', 'type', 'kind', 'reason'] as const;
const KIND = /^[a-z][a-z_.]{0,60}$/i;

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const describe = ({ body, sentAtMs }: ReceivedMessage): string => {
  const content = parsed(body);
  if (typeof content !== 'object' || content === null)
    return `${isoTime(sentAtMs)} no JSON object, ${body.length} characters`;
  const fields = content as Readonly<Record<string, unknown>>;
  const kinds = KIND_FIELDS.flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' && KIND.test(value) ? [`${name}=${value}`] : [];
  });
  const subject = subjectOf(fields['detail'] ?? content);
  const ids = Object.entries(subject).map(([name, id]) => `${name}=${id}`);
  return [isoTime(sentAtMs), ...kinds, ...ids, `${body.length} characters`].join(' ');
};

/**
 * Shows the dead letters of a queue, with the ids that they name. The rest of a body may be personal data, and is left
 * out. They stay on the queue.
 *
 * @returns a line for each, at most a hundred.
 * @throws UserError when there is no such queue.
 */
export const showDeadLetters = async (name: string, { queues }: Pick<Effects, 'queues'>): Promise<string> => {
  const { deadLetters } = await find(name, queues);
  const shown: ReceivedMessage[] = [];
  try {
    while (shown.length < MAX_SHOWN) {
      const messages = await queues.receive(deadLetters);
      if (messages.length === 0) break;
      shown.push(...messages);
    }
  } finally {
    for (let start = 0; start < shown.length; start += 10) {
      await queues.release(deadLetters, shown.slice(start, start + 10));
    }
  }
  const lines = shown.sort((one, other) => one.sentAtMs - other.sentAtMs).map(describe);
  return [
    `${lines.length} dead letters of ${name}${lines.length >= MAX_SHOWN ? ' and maybe more' : ''}`,
    ...lines,
  ].join('\n');
};

/** Moves what was given up before a time; what fails again meanwhile stays. @returns how many messages. */
const moveAll = async (deadLetters: StageQueue, queue: StageQueue, queues: StageQueues, startMs: number) => {
  for (let moved = 0; ; ) {
    const messages = await queues.receive(deadLetters);
    const due = messages.filter(({ sentAtMs }) => sentAtMs < startMs);
    await queues.release(
      deadLetters,
      messages.filter((message) => !due.includes(message)),
    );
    if (due.length === 0) return moved;
    await Promise.all(due.map((message) => queues.move(message, deadLetters, queue)));
    moved += due.length;
  }
};

/** What an operator requested. */
export interface RedriveRequest {
  /** `plans` for `plans-dlq`. */
  readonly name: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

/**
 * Sends the dead letters of a queue to it again, with an audit entry. A message is deleted only once it was sent: an
 * interrupted command at worst sends ten of them twice, which changes nothing.
 *
 * @returns how many were sent, or for a dry run about how many would be.
 * @throws UserError when there is no such queue, or nothing takes its messages again.
 */
export const redrive = async ({ name, ...request }: RedriveRequest, effects: Effects): Promise<string> => {
  const { queues, clock } = effects;
  const { deadLetters, queue } = await find(name, queues);
  if (!queue)
    throw new UserError(`Nothing takes the dead letters of ${name} again. The page on alarms says what to do.`);
  const startMs = clock();
  const messages = await queues.count(deadLetters);
  const redriving = {
    state: {},
    records: {},
    plan: () => ({
      done: `About ${messages} dead letters of ${name} are sent again`,
      ...(messages > 0 && { change: { operations: {}, before: { deadLetters: messages }, after: null } }),
    }),
  };
  const report = await makeAuditedChange(
    { ...request, action: 'dead_letters.redriven', target: name },
    redriving,
    effects,
  );
  if (request.dryRun) return report;
  return `${await moveAll(deadLetters, queue, queues, startMs)} dead letters of ${name} were sent again.`;
};
