import type { PageData } from '#shared/onboarding/embed/page-data';
import type { Actions } from './actions.ts';
import type { Notify } from './host.ts';
import type { Start } from './start.ts';
import type { State } from './state.ts';
import type { Uploads } from './uploads.ts';

/** The properties of every view. */
export interface ViewProps {
  readonly state: State;
  readonly data: PageData;
  readonly actions: Actions;
  readonly uploads: Uploads;
  readonly start: Start;
  readonly notify: Notify;
  readonly framed: boolean;
  /** Whether the link is for one applicant. */
  readonly isPersonal: boolean;
  /** What the host page stated about the business. */
  readonly subject: Readonly<Record<string, string>>;
}
