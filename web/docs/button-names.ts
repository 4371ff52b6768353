/** The renderer's buttons that copy a text are without a name until a mouse is over them. */
const UNNAMED = 'button.scalar-code-copy:not([aria-label])';

/** Names the buttons of the page for those who do not see them, also those that it adds later. */
export const nameButtons = (page: Document): void => {
  const name = (): void => {
    for (const button of page.querySelectorAll(UNNAMED)) button.setAttribute('aria-label', 'Copy');
  };
  new MutationObserver(name).observe(page.body, { childList: true, subtree: true });
};
