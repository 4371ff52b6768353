import { UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';
import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { reactivationWrites } from '#shared/webhooks/reactivation';
import { recoverAbandoned } from '#shared/webhooks/recover';

/** What an operator's command does to the world. */
export interface OpsEffects {
  readonly table: Table;
  readonly clock: Clock;
}

/** One command of an operator. */
export interface OpsCommand {
  /** Its arguments, as the usage shows them. */
  readonly parameters: readonly string[];
  readonly summary: string;
  /**
   * Does it, and answers what there is to say.
   *
   * @throws UserError for arguments that name nothing.
   */
  readonly run: (parameters: readonly string[], effects: OpsEffects) => Promise<string>;
}

/** Every command of an operator, by its name. */
export const OPS_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'recover-deliveries': {
    parameters: [],
    summary: 'takes up again every webhook delivery that was given up because its workers died',
    run: async (_, effects) =>
      `${await recoverAbandoned(effects)} deliveries were taken up again; the sweep sends them within two minutes.`,
  },
  'reactivate-registration': {
    parameters: ['<usr_…>', '<whk_…>'],
    summary: 'lets a deactivated webhook registration of an account receive again, as it is',
    run: async ([accountId = '', registrationId = ''], { table, clock }) => {
      const { written } = await table.transact(reactivationWrites(accountId, registrationId, clock()));
      if (!written) throw new UserError(`The account ${accountId} has no registration ${registrationId}.`);
      return `${registrationId} receives again.`;
    },
  },
};

const lineOf = ([name, { parameters, summary }]: readonly [string, OpsCommand]): string =>
  `  ${[name, ...parameters].join(' ')}\n      ${summary}`;

/** How the commands are called. */
export const OPS_USAGE = {
  command: 'npm run ops',
  does: `An operator's work on the table of a stage. The commands:

${Object.entries(OPS_COMMANDS).map(lineOf).join('\n')}`,
  words: { name: '<command>', help: 'one of those above, with what it asks for', count: 'any' },
  options: {
    stage: {
      value: '<stage>',
      help: 'a stage on AWS, for which your shell has the credentials; without it, the running npm start',
    },
  },
} as const;

/**
 * The work that an operator asks for, as a function that does it and answers what there is to say.
 *
 * @throws UsageError when there is no such command or it takes other arguments.
 */
export const opsCommand = ([name = '', ...parameters]: readonly string[]): ((
  effects: OpsEffects,
) => Promise<string>) => {
  const command = Object.hasOwn(OPS_COMMANDS, name) ? OPS_COMMANDS[name] : undefined;
  if (!command || command.parameters.length !== parameters.length) {
    throw new UsageError(
      `There is no command '${[name, ...parameters].join(' ').trim()}': see \`npm run ops -- --help\`.`,
    );
  }
  return (effects) => command.run(parameters, effects);
};
