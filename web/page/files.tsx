import { useState } from 'preact/hooks';
import type { PageModule } from '#shared/onboarding/embed/page-data';
import { isRefusal } from './send.ts';
import { TEXTS } from './texts.ts';
import { FILES } from './values.ts';
import type { ViewProps } from './view-props.ts';

const MAX_BYTES = 4_000_000;

const TYPES: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** The id of the input of a module's files. */
export const filesId = (moduleId: string): string => `${moduleId}-files`;

/** A file that is on its way, or did not arrive. */
interface Pending {
  readonly key: string;
  readonly file: File;
  readonly percent: number;
  readonly problem?: string;
  /** Whether it is worth another try. */
  readonly again?: boolean;
}

const refused = (file: File): string | undefined => {
  if (!TYPES.has(file.type)) return TEXTS.fileType(file.name);
  return file.size > MAX_BYTES ? TEXTS.fileTooLarge(file.name) : undefined;
};

const problemOf = (error: unknown, { name }: File): string => {
  const code = isRefusal(error) ? error.code : '';
  if (code === 'TOO_MANY_FILES') return TEXTS.tooManyFiles;
  if (code === 'UNSUPPORTED_FILE_TYPE') return TEXTS.fileType(name);
  return code === 'BODY_TOO_LARGE' ? TEXTS.fileTooLarge(name) : TEXTS.fileFailed(name);
};

const kilobytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

type FilesProps = Pick<ViewProps, 'state' | 'actions'> & { readonly module: PageModule };

/** The files of a module: those that are there, those on their way, and the input for more. */
export const Files = ({ state, actions, module: { moduleId, files } }: FilesProps) => {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const change = (key: string, next: Partial<Pending>): void =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const drop = (key: string): void => setPending((all) => all.filter((one) => one.key !== key));

  const upload = async ({ key, file }: Pending): Promise<void> => {
    try {
      await actions.upload(moduleId, file, (percent) => change(key, { percent }));
      drop(key);
    } catch (error) {
      if (isRefusal(error) && error.code === 'SESSION_EXPIRED') return actions.fail(error);
      change(key, {
        problem: problemOf(error, file),
        again: isRefusal(error) && (error.status === 0 || error.status >= 429),
      });
    }
  };
  const retry = (one: Pending): void => {
    setPending((all) =>
      all.map(({ problem: _, again: __, ...rest }) => (rest.key === one.key ? { ...rest, percent: 0 } : rest)),
    );
    void upload(one);
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    const added = chosen.map((file): Pending => {
      const problem = refused(file);
      return { key: crypto.randomUUID(), file, percent: 0, ...(problem !== undefined && { problem }) };
    });
    setPending((all) => [...all, ...added]);
    for (const one of added) if (one.problem === undefined) await upload(one);
  };

  const id = filesId(moduleId);
  const problem = state.problems[FILES];
  return (
    <div class={problem === undefined ? 'field files' : 'field files wrong'}>
      <div class="label">
        <label for={id}>{TEXTS.addFiles}</label>
        {files === 'optional' && <span class="optional">{TEXTS.optional}</span>}
      </div>
      <p class="help" id={`${id}-help`}>
        {TEXTS.filesHelp}
      </p>
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <input
        id={id}
        type="file"
        multiple
        accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
        aria-describedby={problem === undefined ? `${id}-help` : `${id}-help ${id}-problem`}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <ul aria-live="polite">
        {(state.attachments[moduleId] ?? []).map((file) => (
          <li key={file.id}>
            <span class="name">{file.filename}</span> <small>{kilobytes(file.size)}</small>{' '}
            <span class="tag">{TEXTS.uploaded}</span>
          </li>
        ))}
        {pending.map((one) => (
          <li key={one.key}>
            {one.problem === undefined ? (
              <>
                <span class="name">{one.file.name}</span>
                <progress max={100} value={one.percent} aria-label={TEXTS.uploading(one.file.name, one.percent)} />
              </>
            ) : (
              <>
                <span class="problem">{one.problem}</span>
                {one.again && (
                  <button type="button" class="plain" onClick={() => retry(one)}>
                    {TEXTS.tryAgain}
                  </button>
                )}
                <button type="button" class="plain" onClick={() => drop(one.key)}>
                  {TEXTS.remove}
                  <span class="hidden"> {one.file.name}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
