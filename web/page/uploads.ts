import type { PageContext } from './context.ts';
import { isEnd } from './ends.ts';
import { isAccepted, prepareFile } from './pictures.ts';
import { FILES } from './problems.ts';
import type { Fail } from './refusals.ts';
import { isRefusal } from './send.ts';
import type { Attachment, Session } from './session.ts';
import * as TEXTS from './texts.ts';
import type { Upload } from './upload.ts';

/** The files of an applicant. Uploads continue while other steps are shown. */
export interface Uploads {
  /** @param replaces the id of the file that the first one replaces. */
  readonly add: (moduleId: string, files: readonly File[], replaces?: string) => void;
  readonly retry: (key: string) => void;
  /** Aborts an upload, or removes a failed one. */
  readonly cancel: (key: string) => void;
  readonly cancelAll: () => void;
  /** Removes a file that the service has. */
  readonly remove: (moduleId: string, attachmentId: string) => Promise<void>;
  /** Resolves once no upload is running or waiting, in a module or in all of them. */
  readonly settled: (moduleId?: string) => Promise<void>;
  /** The file of an attachment, if this page has sent it. */
  readonly fileOf: (attachmentId: string) => File | undefined;
}

/** Maximum number of parallel uploads. */
const MAX_AT_ONCE = 3;

const MAX_BYTES = 4_000_000;

const refusedFile = (file: File): string | undefined => {
  if (!isAccepted(file)) return TEXTS.fileType(file.name);
  return file.size > MAX_BYTES ? TEXTS.fileTooLarge(file.name) : undefined;
};

/** The text for a refused file, by error code; with other codes the upload can be retried. */
const REFUSALS: Readonly<Record<string, (name: string) => string>> = {
  TOO_MANY_FILES: () => TEXTS.tooManyFiles,
  UNSUPPORTED_FILE_TYPE: (name) => TEXTS.fileType(name),
  BODY_TOO_LARGE: (name) => TEXTS.fileTooLarge(name),
  MODULE_NOT_ENABLED: () => TEXTS.closedModule,
};

const isOnItsWay = ({ status }: Upload): boolean => status === 'waiting' || status === 'running';

/** The uploads of a page. */
export const makeUploads = ({ runtime, store, queue, clock }: PageContext, fail: Fail): Uploads => {
  const { get, set } = store;
  const controls = new Map<string, AbortController>();
  const sent = new Map<string, File>();
  const removed = new Set<string>();
  let waiters: (() => void)[] = [];

  const change = (key: string, next: Partial<Upload>): void =>
    setUploads(get().uploads.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const drop = (key: string): void => setUploads(get().uploads.filter((one) => one.key !== key));

  const setUploads = (uploads: readonly Upload[]): void => {
    set({ uploads });
    const resolved = waiters;
    waiters = [];
    for (const resolve of resolved) resolve();
  };

  /** Merges the files of a module from two concurrent responses, each of which lacks the other's file. */
  const takeOver = (moduleId: string, { attachments }: Session): readonly Attachment[] => {
    clock.renew();
    const known = get().attachments[moduleId] ?? [];
    const returned = (attachments[moduleId] ?? []).filter(({ id }) => !removed.has(id));
    const all = [...known.filter(({ id }) => !returned.some((one) => one.id === id)), ...returned];
    const { [FILES]: _, ...problems } = get().problems;
    set({ attachments: { ...get().attachments, [moduleId]: all }, problems });
    return returned.filter(({ id }) => !known.some((one) => one.id === id));
  };

  const remove = async (moduleId: string, attachmentId: string): Promise<void> => {
    const { sessionId } = get();
    if (sessionId === null) return;
    try {
      const session = await queue(() => runtime.removeFile(sessionId, attachmentId));
      removed.add(attachmentId);
      const left = (get().attachments[moduleId] ?? []).filter(({ id }) => id !== attachmentId);
      set({ attachments: { ...get().attachments, [moduleId]: left } });
      takeOver(moduleId, session);
    } catch (error) {
      fail(error);
    }
  };

  const send = async ({ key, moduleId, file, replaces }: Upload, signal: AbortSignal): Promise<void> => {
    const ready = await prepareFile(file);
    const problem = refusedFile(ready);
    if (problem !== undefined) return change(key, { status: 'refused', problem });
    // Files that are chosen right away wait for the session.
    await queue(() => Promise.resolve());
    const { sessionId } = get();
    if (signal.aborted || sessionId === null) return;
    const onProgress = (percent: number): void => change(key, { percent });
    const session = await runtime.upload({ sessionId, moduleId, file: ready, idempotencyKey: key, onProgress, signal });
    const mine = takeOver(moduleId, session).find(({ size }) => size === ready.size);
    if (mine) sent.set(mine.id, ready);
    drop(key);
    if (replaces !== undefined) await remove(moduleId, replaces);
  };

  const refuse = ({ key, file }: Upload, error: unknown): void => {
    const code = isRefusal(error) ? error.code : '';
    const text = REFUSALS[code]?.(file.name);
    change(key, { status: text === undefined ? 'failed' : 'refused', problem: text ?? TEXTS.fileFailed(file.name) });
    if (isEnd(code)) fail(error);
  };

  const run = async (upload: Upload): Promise<void> => {
    const control = new AbortController();
    controls.set(upload.key, control);
    change(upload.key, { status: 'running', percent: 0 });
    try {
      await send(upload, control.signal);
    } catch (error) {
      if (!control.signal.aborted) refuse(upload, error);
    }
    controls.delete(upload.key);
    next();
  };

  const next = (): void => {
    const waiting = get().uploads.find(({ status }) => status === 'waiting');
    if (!waiting || controls.size >= MAX_AT_ONCE) return;
    void run(waiting);
    next();
  };

  const cancel = (key: string): void => {
    controls.get(key)?.abort();
    drop(key);
  };

  return {
    add: (moduleId, files, replaces) => {
      const added = files.map(
        (file, index): Upload => ({
          key: crypto.randomUUID(),
          moduleId,
          file,
          status: 'waiting',
          percent: 0,
          ...(index === 0 && replaces !== undefined && { replaces }),
        }),
      );
      setUploads([...get().uploads, ...added]);
      next();
    },
    retry: (key) => {
      change(key, { status: 'waiting' });
      next();
    },
    cancel,
    cancelAll: () => {
      for (const { key } of get().uploads) cancel(key);
    },
    remove,
    settled: async (moduleId) => {
      const isMine = (one: Upload): boolean => moduleId === undefined || one.moduleId === moduleId;
      while (get().uploads.some((one) => isMine(one) && isOnItsWay(one))) {
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
    },
    fileOf: (attachmentId) => sent.get(attachmentId),
  };
};
