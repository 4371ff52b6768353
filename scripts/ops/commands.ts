import { userInfo } from 'node:os';
import { wholeNumber } from '#scripts/command-line/read';
import { type CommandLine, UsageError } from '#scripts/command-line/usage';
import { ACCOUNT_COMMANDS } from './account-commands.ts';
import { setAddressBudget } from './address-budget.ts';
import { ALARM_COMMANDS } from './alarm-commands.ts';
import { checkSources } from './check-sources.ts';
import type { OpsCommand, OpsEffects, OpsOption, OpsSettings } from './command.ts';
import { DELIVERY_COMMANDS } from './delivery-commands.ts';
import { EDGE_COMMANDS } from './edge-commands.ts';
import { mailDns } from './mail-dns.ts';
import { PRIVACY_COMMANDS } from './privacy-commands.ts';
import { confirmProd, YES_PROD } from './prod-changes.ts';
import { SECRET_COMMANDS } from './secret-commands.ts';
import { settlePayment } from './settle-payment.ts';
import { transferCompany } from './transfer-company.ts';
import { unsuppressAddress } from './unsuppress-address.ts';
import { whatHappened } from './what-happened.ts';

/** Read units per second: four megabytes, a small part of what a table serves. */
const UNITS_PER_SECOND = 500;
const MOST_UNITS_PER_SECOND = 100_000;

/** Every command of an operator, by its name. */
export const OPS_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  ...ACCOUNT_COMMANDS,
  'what-happened': {
    parameters: ['<id>'],
    options: ['since'],
    readsOnly: true,
    summary:
      'tells what happened to a request (by its X-Request-Id, or the one that its caller sent), a mail, or any of our ' +
      'ids, in order, from the table and the logs',
    run: ([id = ''], effects, { sinceMs }) => whatHappened({ id, sinceMs }, effects),
  },
  ...DELIVERY_COMMANDS,
  'transfer-company': {
    parameters: ['<cmp_…>', '<email>'],
    options: ['dry-run'],
    summary: 'transfers a company that the wrong account has claimed to the account with an email address',
    run: ([companyId = '', email = ''], effects, { dryRun, userName }) =>
      transferCompany({ companyId, email, dryRun, userName }, effects),
  },
  'set-address-budget': {
    parameters: ['<usr_…>', '<kobo|stage>'],
    options: ['dry-run'],
    summary:
      'sets how much an account may spend on address verifications in a month; `stage` restores the cap of the ' +
      'stage',
    run: async ([accountId = '', cap = ''], effects, { dryRun, userName }) =>
      setAddressBudget({ accountId, cap, dryRun, userName }, effects),
  },
  'settle-payment': {
    parameters: ['<top_…>', '<credit|refunded>'],
    options: ['dry-run'],
    summary:
      'settles a payment with a different amount or currency than requested: credits the amount paid, or ' +
      'records that it was refunded',
    run: ([reference = '', how = ''], effects, { dryRun, userName }) =>
      settlePayment({ reference, how, dryRun, userName }, effects),
  },
  'unsuppress-address': {
    parameters: ['<email>'],
    options: ['dry-run'],
    summary: 'allows emails to an address that bounced or complained',
    run: ([email = ''], effects, { dryRun, userName }) => unsuppressAddress({ email, dryRun, userName }, effects),
  },
  'check-sources': {
    parameters: [],
    readsOnly: true,
    summary: 'shows which live sources of a stage work, with one harmless lookup each',
    run: (_, effects) => checkSources(effects),
  },
  ...ALARM_COMMANDS,
  ...EDGE_COMMANDS,
  'mail-dns': {
    parameters: [],
    readsOnly: true,
    summary: 'lists the DNS records that the mails of a stage need, and what SES has found of them',
    run: (_, effects) => mailDns(effects),
  },
  ...PRIVACY_COMMANDS,
  ...SECRET_COMMANDS,
};

const OPTION_LABELS: Readonly<Record<OpsOption, string>> = {
  'dry-run': '[--dry-run]',
  force: '[--force]',
  'read-units': '[--read-units <number>]',
  since: '[--since <time>]',
};

const lineOf = ([name, { parameters, options = [], summary }]: readonly [string, OpsCommand]): string =>
  `  ${[name, ...parameters, ...options.map((option) => OPTION_LABELS[option])].join(' ')}\n      ${summary}`;

/** How the commands are called. */
export const OPS_USAGE = {
  command: 'npm run ops',
  does: `An operator's work on a stage. The commands:

${Object.entries(OPS_COMMANDS).map(lineOf).join('\n')}`,
  words: { name: '<command>', help: 'one of the commands above, with its arguments', count: 'any' },
  options: {
    stage: {
      value: '<stage>',
      help: 'a stage on AWS for which your shell has credentials (default: the running npm start)',
    },
    'yes-prod': YES_PROD,
    'dry-run': { help: 'prints what would be done and changes nothing' },
    force: { help: 'overrides the objections of the command' },
    'read-units': {
      value: '<number>',
      help: `the read units per second that a scan of the table may use (default ${UNITS_PER_SECOND})`,
    },
    since: {
      value: '<time>',
      help:
        'the day or time in UTC from which log lines are searched, such as 2026-11-21 or 2026-11-21T14:00Z (default: the ' +
        'time in the id; the last 24 hours for an account, a company, a widget, a registration and ids without a time)',
    },
  },
} as const;

/** The options of a command line that a command may use. */
export type GivenOptions = CommandLine<typeof OPS_USAGE>['options'];

const OPTIONS = Object.keys(OPTION_LABELS) as OpsOption[];

/** A day or a minute of UTC, or a timestamp of our responses. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/;

const sinceMsOf = (text: string): number => {
  const sinceMs = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(sinceMs)) throw new UsageError('--since must be a day or a time such as 2026-11-21T14:00Z.');
  return sinceMs;
};

const settingsOf = (options: GivenOptions): OpsSettings => ({
  dryRun: options['dry-run'] === true,
  userName: userInfo().username,
  force: options.force === true,
  unitsPerSecond:
    options['read-units'] === undefined
      ? UNITS_PER_SECOND
      : wholeNumber('read-units', options['read-units'], MOST_UNITS_PER_SECOND),
  sinceMs: options.since === undefined ? undefined : sinceMsOf(options.since),
});

/**
 * The requested command, as a function that runs it and returns its report.
 *
 * @throws UsageError when there is no such command, it takes other arguments or options, or it would change the stage
 * prod without confirmation.
 */
export const opsCommand = (
  [name = '', ...parameters]: readonly string[],
  options: GivenOptions = {},
): ((effects: OpsEffects) => Promise<string>) => {
  if (name === '') throw new UsageError('<command> is missing. See `npm run ops -- --help`.');
  const command = Object.hasOwn(OPS_COMMANDS, name) ? OPS_COMMANDS[name] : undefined;
  if (!command || command.parameters.length !== parameters.length) {
    throw new UsageError(
      `There is no command '${[name, ...parameters].join(' ').trim()}'. See \`npm run ops -- --help\`.`,
    );
  }
  const foreign = OPTIONS.find((option) => options[option] !== undefined && !command.options?.includes(option));
  if (foreign) throw new UsageError(`${name} does not take --${foreign}. See \`npm run ops -- --help\`.`);
  const settings = settingsOf(options);
  if (!command.readsOnly && !settings.dryRun) confirmProd(options.stage, options['yes-prod'] === true);
  return (effects) => command.run(parameters, effects, settings);
};
