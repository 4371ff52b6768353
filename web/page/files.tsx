import { useEffect, useRef } from 'preact/hooks';
import type { PageModule } from '#shared/onboarding/embed/page-data';
import { PlainButton } from './buttons.tsx';
import { focusSoon } from './fields.tsx';
import { drawThumbnail } from './pictures.ts';
import { controlId, FILES } from './problems.ts';
import type { Attachment } from './session.ts';
import * as TEXTS from './texts.ts';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';
import type { ViewProps } from './view-props.ts';

const KINDS = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';

const kilobytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A thumbnail of a file; for a file that is no picture, or that another page has uploaded, its extension. */
const Thumbnail = ({ name, file }: { readonly name: string; readonly file: File | undefined }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isPicture = file?.type.startsWith('image/');
  useEffect(() => {
    if (file && isPicture && canvas.current) drawThumbnail(file, canvas.current);
  }, [file]);
  return (
    <span class="thumbnail" aria-hidden="true">
      {isPicture ? <canvas ref={canvas} width="0" height="0" /> : (/\.(\w{1,4})$/.exec(name)?.[1] ?? '')}
    </span>
  );
};

/** The button that selects a replacement for a file. */
const Replace = ({ name, onFile }: { readonly name: string; readonly onFile: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <PlainButton text={TEXTS.replace} about={name} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={KINDS}
        hidden
        aria-label={`${TEXTS.replace} ${name}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
};

interface RowProps {
  readonly uploads: Uploads;
  readonly moduleId: string;
}

/** A file that the service has. */
const StoredFile = ({ uploads, moduleId, file: { id, filename, size } }: RowProps & { readonly file: Attachment }) => (
  <li>
    <Thumbnail name={filename} file={uploads.fileOf(id)} />
    <span class="name" dir="auto">
      {filename}
    </span>
    <small>{kilobytes(size)}</small>
    <span class="tag">{TEXTS.uploaded}</span>
    <Replace name={filename} onFile={(file) => uploads.add(moduleId, [file], id)} />
    <PlainButton
      text={TEXTS.remove}
      about={filename}
      onPress={() => {
        void uploads.remove(moduleId, id);
        focusSoon(controlId(moduleId, FILES));
      }}
    />
  </li>
);

/** A file that is being uploaded, or whose upload failed. */
const PendingFile = ({ uploads, moduleId, upload }: RowProps & { readonly upload: Upload }) => {
  const { key, file, status, percent, problem } = upload;
  const drop = (): void => {
    uploads.cancel(key);
    focusSoon(controlId(moduleId, FILES));
  };
  const hasEnded = status === 'failed' || status === 'refused';
  return (
    <li>
      <Thumbnail name={file.name} file={file} />
      {hasEnded ? (
        <span class="problem">{problem}</span>
      ) : (
        <>
          <span class="name" dir="auto">
            {file.name}
          </span>
          <progress max={100} value={percent} aria-label={TEXTS.uploading(file.name, percent)} />
        </>
      )}
      {status === 'failed' && (
        <PlainButton text={TEXTS.tryAgain} about={file.name} onPress={() => uploads.retry(key)} />
      )}
      <PlainButton text={hasEnded ? TEXTS.remove : TEXTS.cancel} about={file.name} onPress={drop} />
    </li>
  );
};

type FilesProps = Pick<ViewProps, 'state' | 'uploads'> & { readonly module: PageModule };

/** The files of a module: those that have arrived, those being uploaded, and the input for more. */
export const Files = ({ state, uploads, module: { moduleId, files } }: FilesProps) => {
  const id = controlId(moduleId, FILES);
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
        accept={KINDS}
        aria-describedby={problem === undefined ? `${id}-help` : `${id}-help ${id}-problem`}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget }) => {
          uploads.add(moduleId, [...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <ul aria-live="polite">
        {(state.attachments[moduleId] ?? []).map((file) => (
          <StoredFile key={file.id} uploads={uploads} moduleId={moduleId} file={file} />
        ))}
        {state.uploads
          .filter((upload) => upload.moduleId === moduleId)
          .map((upload) => (
            <PendingFile key={upload.key} uploads={uploads} moduleId={moduleId} upload={upload} />
          ))}
      </ul>
    </div>
  );
};
