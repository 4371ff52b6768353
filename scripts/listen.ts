import { UsageError } from '#scripts/command-line/usage';
import { httpFeed } from '#scripts/listen/feed';
import { httpForward } from '#scripts/listen/forward';
import { listen } from '#scripts/listen/listen';
import { fileState } from '#scripts/listen/state';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run listen',
  does: `Polls the event feed of an account and forwards every event to a local receiver, signed as a webhook is. Resumes where
it stopped; the first time it forwards what happens from then on. A forward is not retried, whatever the receiver says; a page
that was interrupted comes again, with the same delivery ids.`,
  options: {
    url: { value: '<api>', help: 'the API, without /v1' },
    key: { value: '<secret key>', help: 'a secret API key, which decides the environment (default: KYB_API_KEY)' },
    forward: { value: '<url>', help: 'the URL to send events to, such as http://localhost:8080' },
    secret: { value: '<whsec>', help: 'the signing secret (default: one is created and kept for the next run)' },
  },
  environment: { KYB_API_KEY: 'the secret API key, so that it does not show in the list of processes' },
} as const;

const webAddress = (option: string, text: string | undefined): string => {
  const url = URL.parse(text ?? '');
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--${option} must be an http or https URL.`);
  return (text ?? '').replace(/\/$/, '');
};

await runScript(USAGE, async ({ options }) => {
  const api = webAddress('url', options.url);
  const forward = webAddress('forward', options.forward);
  const key = options.key ?? process.env['KYB_API_KEY'] ?? '';
  if (!/^(test|live)_sk_/.test(key)) throw new UsageError('--key must be a secret API key: test_sk_... or live_sk_...');
  if (options.secret !== undefined && !options.secret.startsWith('whsec_'))
    throw new UsageError('--secret must be a signing secret: whsec_...');
  const stop = new AbortController();
  // A second signal ends the process as usual. No state is lost, because it is written whole or not at all.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  await listen({
    environment: key.startsWith('live_') ? 'live' : 'sandbox',
    feed: httpFeed(api, key, stop.signal),
    forward: httpForward(forward, stop.signal),
    state: fileState(api, key, options.secret),
    print: (line) => console.log(line),
    random: Math.random,
    now: Date.now,
    signal: stop.signal,
  });
});
