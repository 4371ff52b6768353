import { type Command, connect, type Given, PROFILE, SHOWING, textOf } from '#client/src/cli/command';
import { type FeedEvent, type FollowEffects, feedEnd, followFeed, readFeed } from '#client/src/cli/feed';
import { configFolder } from '#client/src/cli/files';
import { httpForward } from '#client/src/cli/forward';
import { listen } from '#client/src/cli/listen';
import { fileState } from '#client/src/cli/listen-state';
import { printsJson, say } from '#client/src/cli/print';
import { environmentOf } from '#client/src/cli/profiles';
import { safe, safeJson } from '#client/src/cli/safe-text';
import type { World } from '#client/src/cli/world';
import { UsageError } from '#scripts/command-line/usage';

const following = async (world: World, given: Given) => {
  const login = await connect(world, given);
  const warn = (line: string): void => world.err.write(`${line}\n`);
  const effects: FollowEffects = { ...world, warn, read: readFeed(login.kyb) };
  return { login, effects };
};

const forwardAddress = (given: Given): string => {
  const text = textOf(given, 'forward-to') ?? '';
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new UsageError('--forward-to must be an http or https URL, such as http://localhost:8080.');
};

const signingSecret = (given: Given): string | undefined => {
  const secret = textOf(given, 'secret');
  if (secret === undefined || secret.startsWith('whsec_')) return secret;
  throw new UsageError('--secret must be a signing secret: whsec_...');
};

/** `kyb listen`. */
export const LISTEN: Command = {
  usage: {
    command: 'kyb listen',
    does: `Forwards every event of your account to a receiver, signed as a webhook is. Resumes where it stopped; the first time it
forwards what happens from then on. A forward is not retried, whatever the receiver says; a page that was interrupted comes
again, with the same delivery ids.`,
    options: {
      'forward-to': { value: '<url>', help: 'the URL to send events to, such as http://localhost:8080' },
      secret: { value: '<whsec>', help: 'the signing secret (default: one is created and kept for the next run)' },
      ...PROFILE,
    },
  },
  run: async (world, given) => {
    const url = forwardAddress(given);
    const secret = signingSecret(given);
    const { login, effects } = await following(world, given);
    await listen({
      ...effects,
      environment: environmentOf(login.key),
      forward: httpForward(url, world.signal),
      state: fileState(configFolder(world), login.url, login.key, secret),
      print: (line) => world.out.write(`${line}\n`),
      nowMs: world.nowMs,
    });
  },
};

/** An event on one line, with the ids and the status in its data. */
const lineOf = ({ id, event, createdAt, data }: FeedEvent): string => {
  const told = Object.entries(data).filter(([name, value]) => typeof value === 'string' && /^status$|Id$/.test(name));
  return [createdAt, event, id, ...told.map(([name, value]) => `${name}=${value}`)]
    .map((part) => safe(part))
    .join('  ');
};

/** `kyb tail`. */
export const TAIL: Command = {
  usage: {
    command: 'kyb tail',
    does: 'Shows the events of your account as they happen, one on each line.',
    options: {
      after: { value: '<position>', help: 'shows those after a `nextAfter` of the feed, such as sandbox-0' },
      ...SHOWING,
    },
  },
  run: async (world, given) => {
    const { login, effects } = await following(world, given);
    const environment = environmentOf(login.key);
    const isJson = printsJson(world, given.options);
    say(world, `Following the events of ${environment}; Ctrl-C ends it.`);
    for await (const { data } of followFeed(effects, textOf(given, 'after') ?? feedEnd(environment)))
      for (const event of data) world.out.write(`${isJson ? safeJson(event) : lineOf(event)}\n`);
  },
};
