import * as v from 'valibot';

/**
 * The queue that a mail is sent from: `codes` for what somebody waits for, as codes, links and confirmations; `mails`, sent
 * at a bounded pace, for everything else.
 */
export type MailLane = 'codes' | 'mails';

/** The kind of mail that its reader can end by the link at its foot. */
export interface EndableKind {
  /** Stands for the kind in links that were mailed: it never changes, and no other kind may take it. */
  readonly code: number;
  /** What mails of this kind are about, as the unsubscribe page says it. */
  readonly about: string;
}

/** One mail: what goes in, which rules it is sent by, and what its reader sees. */
export interface Mail<
  Template extends string,
  Lane extends MailLane,
  Ends extends EndableKind | null,
  Data extends v.GenericSchema,
> {
  /** Its name in orders and stored mails: it never changes. */
  readonly template: Template;
  readonly lane: Lane;
  /**
   * What the reader can end; null for mails that have to arrive: what somebody waits for, what an applicant has to know, and
   * that a card is charged no more.
   */
  readonly unsubscribe: Ends;
  /** Whether it goes only to addresses that confirmed that they want it: it is about others, and they did not ask for it. */
  readonly needsConfirmation?: boolean;
  /** Its parameters; nothing else reaches the queue or the recipient. */
  readonly data: Data;
  /** Without codes, links and addresses: locked screens show it. */
  readonly subject: (data: v.InferOutput<Data>) => string;
  /** The lines of the plain text; the HTML is made from them. */
  readonly text: (data: v.InferOutput<Data>) => readonly string[];
}

/** Declares one mail. */
// @__NO_SIDE_EFFECTS__
export function defineMail<
  const Template extends string,
  const Lane extends MailLane,
  const Ends extends EndableKind | null,
  Data extends v.GenericSchema,
>(mail: Mail<Template, Lane, Ends, Data>): Mail<Template, Lane, Ends, Data> {
  return mail;
}

/** One mail to one recipient, as a queue holds it. */
export interface MailTo<Template extends string, Data> {
  readonly to: string;
  readonly template: Template;
  readonly data: Data;
}

/** A mail to one recipient. What its schema does not name is left out. @throws ValiError for data that is not its own. */
export const mailTo = <const Template extends string, Data extends v.GenericSchema>(
  to: string,
  { template, data: schema }: Pick<Mail<Template, MailLane, EndableKind | null, Data>, 'template' | 'data'>,
  data: v.InferInput<Data>,
): MailTo<Template, v.InferOutput<Data>> => ({ to, template, data: v.parse(schema, data) });
