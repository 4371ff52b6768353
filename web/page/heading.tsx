import type { ComponentChildren, RefObject } from 'preact';

interface HeadingProps {
  readonly level: 1 | 2;
  readonly at: RefObject<HTMLHeadingElement | null>;
  readonly children: ComponentChildren;
}

/** A heading that can take the focus, so that a screen reader continues from it. */
export const Heading = ({ level, at, children }: HeadingProps) => {
  const Tag = level === 1 ? 'h1' : 'h2';
  return (
    <Tag ref={at} tabIndex={-1}>
      {children}
    </Tag>
  );
};
