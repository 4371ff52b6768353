import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A question and its answers. */
interface ConfirmProps {
  readonly title: string;
  /** Whether the page is in a frame, which may be taller than the window: the question is then shown in place. */
  readonly framed: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question in a dialog over the page; in a frame, inside the page. It takes the focus. */
export const Confirm = ({ title, framed, onClose, children }: ConfirmProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (framed) shown?.show();
    else shown?.showModal();
    shown?.scrollIntoView({ block: 'nearest' });
    // Returns the focus to where it was.
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="question" onCancel={onClose}>
      <h2 id="question">{title}</h2>
      {children}
    </dialog>
  );
};
