import { render } from 'preact';
import { PAGE_ROOT_ID } from '#shared/onboarding/embed/page-data';
import { makeActions } from './actions.ts';
import { App } from './app.tsx';
import type { PageContext } from './context.ts';
import { isFramed, type MessageSubject, makeNotify } from './host.ts';
import { hostMemory } from './host-memory.ts';
import { memoryName, ownStore, pageMemory, usable } from './memory.ts';
import { pageAddress, readPageData } from './page-data.ts';
import { makeQueue } from './queue.ts';
import { makeEnds } from './refusals.ts';
import { apiRuntime, previewRuntime } from './runtime.ts';
import { browserWire, makeSend } from './send.ts';
import { STOPPED_CLOCK, sessionClock } from './session-clock.ts';
import { makeStart } from './start.ts';
import { INITIAL, type State, stepsOf, wouldLose } from './state.ts';
import { stepHistory } from './step-history.ts';
import { applyTheme } from './theme.ts';
import { makeUnloadGuard } from './unload.ts';
import { makeUploads } from './uploads.ts';

const data = readPageData(document);
const address = pageAddress(location.href);
const root = document.getElementById(PAGE_ROOT_ID) ?? document.body;
const framed = isFramed(window);
const { enableResume, enableSavedProgress } = data.flow;

applyTheme(data, document.documentElement.style);
document.documentElement.classList.toggle('framed', framed);

const subject: MessageSubject = { sessionId: null, applicantId: null };
const guardUnload = makeUnloadGuard(window);
let state: State = INITIAL;
/** Called after each change of the state, once the page is set up. */
let changed = (_change: Partial<State>): void => undefined;
const store = {
  get: () => state,
  set: (change: Partial<State>) => {
    state = { ...state, ...change };
    subject.sessionId = state.sessionId;
    subject.applicantId = state.applicantId;
    changed(change);
  },
};

const notify = makeNotify(address.hostOrigin, subject, window);

/**
 * Where the page's memory is kept: in a frame by the host page, because browsers deny storage to frames of other sites.
 */
const openMemory = async () => {
  const name = memoryName(address);
  const host = data.preview ? undefined : await hostMemory(address, name, window);
  const tab = usable(() => sessionStorage);
  const own = enableResume ? usable(() => localStorage) : tab;
  const session = host?.store(enableResume ? 'lasting' : 'tab') ?? own;
  const memory = pageMemory(name, {
    session: data.preview ? ownStore() : session,
    drafts: enableSavedProgress && !data.preview ? tab : ownStore(),
    tab: enableResume ? ownStore() : tab,
  });
  return { memory, known: host?.subject ?? {} };
};

const run = async (): Promise<void> => {
  const { memory, known } = await openMemory();
  const send = makeSend(
    address.base,
    browserWire((connection) => {
      if (connection !== state.connection) store.set({ connection });
    }),
  );
  const context: PageContext = {
    data,
    address,
    runtime: data.preview ? previewRuntime() : apiRuntime(address.base, address.token, send),
    memory,
    notify,
    store,
    history: stepHistory(window, (step) => {
      if (state.screen.name === 'form' && !state.busy && stepsOf(data, state).includes(step)) actions.revisit(step);
    }),
    clock: data.preview
      ? STOPPED_CLOCK
      : sessionClock(data.flow.sessionTimeoutMinutes, {
          onEnding: (isEnding) => {
            if (isEnding !== state.isEnding) store.set({ isEnding });
          },
          onEnd: () => {
            notify('kyb.session_expired');
            ends.end('SESSION_EXPIRED');
          },
        }),
    queue: makeQueue(),
  };
  const ends = makeEnds(context);
  const uploads = makeUploads(context, ends.fail);
  const actions = makeActions(context, ends, uploads);
  const start = makeStart(context, ends, known);

  let isScheduled = false;
  /** Renders the state once for all changes of the same moment. */
  const show = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      render(
        <App
          state={state}
          data={data}
          actions={actions}
          uploads={uploads}
          start={start}
          notify={notify}
          framed={framed}
          isPersonal={address.applicantId !== undefined}
          subject={{ ...known, ...state.stated }}
        />,
        root,
      );
    });
  };

  changed = ({ saved, attachments }) => {
    guardUnload(!data.preview && wouldLose(data, state));
    if (!enableResume && (saved ?? attachments) && state.sessionId !== null && state.screen.name === 'form') {
      memory.keepTabSession({ sessionId: state.sessionId, saved: state.saved, attachments: state.attachments });
    }
    show();
  };

  addEventListener('offline', () => store.set({ connection: 'offline' }));
  addEventListener('online', () => store.set({ connection: 'up' }));
  // The tab may be closed, or the phone put away: valid changes are saved.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') actions.saveInBackground();
  });
  new ResizeObserver(() => notify('kyb.resize', { height: Math.ceil(root.getBoundingClientRect().height) })).observe(
    root,
  );

  show();
  await start.begin();
};

void run();
