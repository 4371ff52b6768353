import type { WidgetTemplate } from '#client/src/api-types';
import { type Command, connect, PROFILE, SHOWING, textOf } from '#client/src/cli/command';
import { printObject, say } from '#client/src/cli/print';
import { safe } from '#client/src/cli/safe-text';
import type { Program, World } from '#client/src/cli/world';
import { UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';

const templateNamed = (templates: readonly WidgetTemplate[], name: string): WidgetTemplate => {
  const found = templates.find((one) => one.id === name || one.name === name);
  if (found) return found;
  const ids = templates.map(({ id }) => safe(id)).join(', ');
  throw new UsageError(`There is no template '${safe(name)}'. Templates: ${ids}.`);
};

/** `kyb widgets create`. */
export const CREATE_WIDGET: Command = {
  usage: {
    command: 'kyb widgets create',
    does: 'Creates a widget from a template.',
    options: {
      template: { value: '<name>', help: 'the template: `kyb list widget-templates` shows them' },
      name: { value: '<name>', help: 'the name of the widget, for your own use' },
      live: { help: 'opens it to applicants' },
      ...SHOWING,
    },
  },
  run: async (world, given) => {
    const [template, name] = [textOf(given, 'template'), textOf(given, 'name')];
    if (!template) throw new UsageError('--template is missing: `kyb list widget-templates` shows them.');
    if (!name) throw new UsageError('--name is missing: the name of the widget.');
    const { kyb } = await connect(world, given);
    const { data: templates } = await kyb.widgets.listTemplates({ limit: 100 });
    const { id: templateId, config } = templateNamed(templates, template);
    const { data: created } = await kyb.widgets.create({ name, templateId, config });
    const isLive = given.options['live'] === true;
    const { data: widget } = isLive ? await kyb.widgets.setStatus(created.id, { status: 'live' }) : { data: created };
    const { id, status, environment, embedLinkToken } = widget;
    printObject(world, given.options, { id, name: widget.name, status, environment, templateId, embedLinkToken });
    say(
      world,
      isLive ? `Open its page with \`kyb open ${safe(id)}\`.` : 'It is a draft: --live opens it to applicants.',
    );
  },
};

/** The program of each system that opens an address in the browser. */
const opener = (platform: NodeJS.Platform, address: string): Program => {
  if (platform === 'darwin') return { command: 'open', args: [address] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  return { command: 'xdg-open', args: [address] };
};

const opened = async (world: World, address: string): Promise<void> => {
  const result = await world.runProgram(opener(world.platform, address));
  if (result === undefined) say(world, 'No browser can be opened here: open the address yourself.');
};

/** `kyb open`. */
export const OPEN: Command = {
  usage: {
    command: 'kyb open',
    does: "Prints the address of a widget's hosted page and opens it in the browser.",
    words: { name: '<widget>', help: 'the id of the widget (wgt_...)', count: 'one' },
    options: { print: { help: 'only prints the address, as in a pipe' }, ...PROFILE },
  },
  run: async (world, given) => {
    const { kyb, url } = await connect(world, given);
    const { data: widget } = await kyb.widgets.get(given.words[0] ?? '');
    if (widget.status !== 'live')
      throw new UserError(`The widget is ${safe(widget.status)}: only a live one has a page.`);
    const address = `${url}/w/${encodeURIComponent(widget.embedLinkToken)}`;
    world.out.write(`${address}\n`);
    if (given.options['print'] !== true && world.out.isTerminal) await opened(world, address);
  },
};
