import { type Refusal, refusalOf, type Send } from './send.ts';
import type { OpenedSession, Session } from './session.ts';
import type { ModuleValues } from './values.ts';

/** A file to upload. */
export interface UploadRequest {
  readonly sessionId: string;
  readonly moduleId: string;
  readonly file: File;
  readonly idempotencyKey: string;
  /** Called with the progress, from 0 to 100. */
  readonly onProgress: (percent: number) => void;
  /** Aborts it. */
  readonly signal: AbortSignal;
}

/** The session to open: that of an applicant, or of a new one. */
export interface OpenRequest {
  readonly applicantId?: string;
  /** The customer's proof that it made the link for this applicant. */
  readonly applicantSignature?: string;
  readonly referenceId?: string;
  readonly subject?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** The page's calls: to the API, or in a preview only in memory. All reject with a {@link Refusal}. */
export interface Runtime {
  /** Opens the session of an applicant, or of a new one, which is charged: the key makes a repetition the same call. */
  readonly open: (of: OpenRequest) => Promise<OpenedSession>;
  readonly read: (sessionId: string) => Promise<Session>;
  readonly save: (sessionId: string, moduleId: string, answers: ModuleValues) => Promise<Session>;
  readonly submit: (sessionId: string) => Promise<Session>;
  readonly upload: (upload: UploadRequest) => Promise<Session>;
  readonly removeFile: (sessionId: string, attachmentId: string) => Promise<Session>;
  readonly abandon: (sessionId: string) => Promise<void>;
}

const SESSIONS = 'v1/widget/embed/sessions';

/** How long an upload may make no progress before it is abandoned: a slow connection is fine, a lost one is not. */
const STALLED_MS = 45_000;

/** Sends one file. Rejects with a refusal, whose status is 0 without a response. */
const sendFile = (
  url: string,
  token: string,
  { moduleId, file, idempotencyKey, onProgress, signal }: UploadRequest,
): Promise<Session> =>
  new Promise((resolve, reject: (refusal: Refusal) => void) => {
    const form = new FormData();
    form.append('token', token);
    form.append('moduleId', moduleId);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.responseType = 'json';
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const noAnswer = (): void => reject(refusalOf(0, undefined));
    signal.addEventListener('abort', () => request.abort());
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      onProgress(total > 0 ? Math.min(99, Math.floor((100 * loaded) / total)) : 0);
    });
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status >= 200 && status < 300) resolve((response as { data: Session }).data);
      else reject(refusalOf(status, response));
    });
    request.addEventListener('error', noAnswer);
    request.addEventListener('abort', noAnswer);
    request.addEventListener('loadend', () => clearTimeout(stalled));
    moved();
    request.send(form);
  });

/** The runtime that calls the API, for the holder of an embed token. */
export const apiRuntime = (base: string, token: string, send: Send): Runtime => ({
  open: ({ idempotencyKey, ...of }) =>
    send({
      method: 'POST',
      path: SESSIONS,
      body: { token, ...of },
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    }) as Promise<OpenedSession>,
  read: (sessionId) =>
    send({ method: 'GET', path: `${SESSIONS}/${sessionId}?token=${encodeURIComponent(token)}` }) as Promise<Session>,
  save: (sessionId, moduleId, answers) =>
    send({
      method: 'PATCH',
      path: `${SESSIONS}/${sessionId}/answers`,
      body: { token, moduleId, answers },
    }) as Promise<Session>,
  submit: (sessionId) =>
    send({ method: 'POST', path: `${SESSIONS}/${sessionId}/submit`, body: { token } }) as Promise<Session>,
  upload: (upload) => sendFile(`${base}${SESSIONS}/${upload.sessionId}/attachments`, token, upload),
  removeFile: (sessionId, attachmentId) =>
    send({
      method: 'DELETE',
      path: `${SESSIONS}/${sessionId}/attachments/${attachmentId}?token=${encodeURIComponent(token)}`,
    }) as Promise<Session>,
  abandon: async (sessionId) => {
    await send({ method: 'POST', path: `${SESSIONS}/${sessionId}/abandon`, body: { token } });
  },
});

/** The runtime of a preview: everything succeeds, nothing leaves the page. */
export const previewRuntime = (): Runtime => {
  let session: Session = {
    sessionId: 'preview',
    status: 'in_progress',
    currentModuleId: null,
    answers: {},
    attachments: {},
    referenceId: null,
  };
  const changed = (change: Partial<Session>): Promise<Session> => {
    session = { ...session, ...change };
    return Promise.resolve(session);
  };
  return {
    open: () => Promise.resolve({ ...session, applicantId: 'preview' }),
    read: () => Promise.resolve(session),
    save: (_, moduleId, answers) =>
      changed({ answers: { ...session.answers, [moduleId]: { ...session.answers[moduleId], ...answers } } }),
    submit: () => changed({ status: 'submitted', referenceId: 'preview' }),
    upload: ({ moduleId, file: { name, size }, idempotencyKey: id }) => {
      const files = session.attachments[moduleId] ?? [];
      return changed({ attachments: { ...session.attachments, [moduleId]: [...files, { id, filename: name, size }] } });
    },
    removeFile: (_, attachmentId) =>
      changed({
        attachments: Object.fromEntries(
          Object.entries(session.attachments).map(([moduleId, files]) => [
            moduleId,
            files.filter(({ id }) => id !== attachmentId),
          ]),
        ),
      }),
    abandon: () => Promise.resolve(),
  };
};
