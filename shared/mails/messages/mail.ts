import * as v from 'valibot';

/**
 * The queue that a mail is sent from: `codes` for mails that somebody waits for, such as codes, links and
 * confirmations; `mails`, which sends at a bounded pace, for everything else.
 */
export type MailLane = 'codes' | 'mails';

/** The kind of mail that its reader can end by the link at its foot. */
export interface EndableKind {
  /** Identifies the kind in mailed links: it never changes, and no other kind may take it. */
  readonly code: number;
  /** What mails of this kind are about, as the unsubscribe page words it. */
  readonly about: string;
}

/** One mail: its parameters, the rules for sending it, and what its reader sees. */
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
   * The kind that its reader can end. Null for mails that must arrive: those that somebody waits for, those that an
   * applicant has to know of, and the notice that a card is no longer charged.
   */
  readonly unsubscribe: Ends;
  /**
   * Whether it goes only to addresses that confirmed that they want it: it is about others, and the recipients did not
   * ask for it.
   */
  readonly needsConfirmation?: boolean;
  /** Its parameters; nothing else reaches the queue or the recipient. */
  readonly data: Data;
  /** Contains no codes, links or addresses, because locked screens show it. */
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

/**
 * A mail to one recipient. Fields that its schema does not name are dropped. @throws ValiError for data that is not its
 * own.
 */
export const mailTo = <const Template extends string, Data extends v.GenericSchema>(
  to: string,
  { template, data: schema }: Pick<Mail<Template, MailLane, EndableKind | null, Data>, 'template' | 'data'>,
  data: v.InferInput<Data>,
): MailTo<Template, v.InferOutput<Data>> => ({ to, template, data: v.parse(schema, data) });
