import { render } from 'preact';
import { PAGE_ROOT_ID } from '#shared/onboarding/embed/page-data';
import { makeActions } from './actions.ts';
import { App } from './app.tsx';
import { accentColours } from './colours.ts';
import { isFramed, type MessageSubject, makeNotify } from './host.ts';
import { pageMemory, usable } from './memory.ts';
import { pageAddress, readPageData } from './page-data.ts';
import { apiRuntime, previewRuntime } from './runtime.ts';
import { browserWire, makeSend } from './send.ts';
import { makeStart } from './start.ts';
import { INITIAL, type PageContext, type State } from './state.ts';

const CORNERS = { sharp: '2px', soft: '8px', round: '22px' } as const;

const data = readPageData(document);
const address = pageAddress(location.href);
const root = document.getElementById(PAGE_ROOT_ID);
const { style, classList } = document.documentElement;

const { accent, onAccent, accentText } = accentColours(data.branding.accentColor);
style.setProperty('--accent', accent);
style.setProperty('--on-accent', onAccent);
style.setProperty('--accent-text', accentText);
style.setProperty('--corner', CORNERS[data.branding.cornerRadius]);
classList.toggle('framed', isFramed(window));

const subject: MessageSubject = { sessionId: null, applicantId: null };
let state: State = INITIAL;
const store = {
  get: () => state,
  set: (change: Partial<State>) => {
    state = { ...state, ...change };
    subject.sessionId = state.sessionId;
    subject.applicantId = state.applicantId;
    show();
  },
};

const notify = makeNotify(address.hostOrigin, subject, window);
const send = makeSend(
  address.base,
  browserWire((connection) => {
    if (connection !== state.connection) store.set({ connection });
  }),
);
const { enableResume, enableSavedProgress } = data.flow;
const context: PageContext = {
  data,
  address,
  runtime: data.preview ? previewRuntime() : apiRuntime(address.base, address.token, send),
  memory: pageMemory(
    address,
    usable(() => localStorage),
    usable(() => sessionStorage),
    { session: enableResume && !data.preview, drafts: enableSavedProgress },
  ),
  notify,
  store,
  window,
};
const actions = makeActions(context);
const start = makeStart(context, actions);

let isScheduled = false;
/** Draws the state once for all of its changes of a moment. */
function show(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    if (root)
      render(
        <App state={state} data={data} actions={actions} start={start} framed={isFramed(window)} notify={notify} />,
        root,
      );
  });
}

addEventListener('offline', () => store.set({ connection: 'offline' }));
addEventListener('online', () => store.set({ connection: 'up' }));
if (root)
  new ResizeObserver(() => notify('kyb.resize', { height: Math.ceil(root.getBoundingClientRect().height) })).observe(
    root,
  );

show();
void start.begin();
