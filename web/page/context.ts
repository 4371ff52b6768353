import type { PageData } from '#shared/onboarding/embed/page-data';
import type { Notify } from './host.ts';
import type { PageMemory } from './memory.ts';
import type { PageAddress } from './page-data.ts';
import type { Queue } from './queue.ts';
import type { Runtime } from './runtime.ts';
import type { SessionClock } from './session-clock.ts';
import type { Store } from './state.ts';
import type { StepHistory } from './step-history.ts';

/** Everything that the page works with. */
export interface PageContext {
  readonly data: PageData;
  readonly address: PageAddress;
  readonly runtime: Runtime;
  readonly memory: PageMemory;
  readonly notify: Notify;
  readonly store: Store;
  readonly history: StepHistory;
  readonly clock: SessionClock;
  /** Calls that change the session, one after the other. */
  readonly queue: Queue;
}
