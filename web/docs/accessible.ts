/**
 * Attributes that the renderer omits or sets wrongly: the elements, the attribute and its right value (WCAG 2.2,
 * 4.1.2).
 */
const MENDED = [
  ['button[class*=copy-button]:not([aria-label])', 'aria-label', 'Copy'],
  ['button[role=none]', 'role', 'button'],
  ['.cm-content:not([aria-label])', 'aria-label', 'Body'],
  ['.scalar-client > section[aria-label^=Notifications]', 'aria-label', 'Notifications of the request'],
  ['.cm-scroller[tabindex="-1"]', 'tabindex', '0'],
  // It only completes variables, and controls no list.
  ['[role=combobox][contenteditable]:not([aria-controls])', 'role', 'textbox'],
  // The list of the search is always shown.
  ['[role=combobox][aria-controls]:not([aria-expanded])', 'aria-expanded', 'true'],
] as const;

/** While a request is tried, the reference behind it is out of reach, as what a modal dialog covers has to be. */
const coverReference = (page: Document): void => {
  const dialog = page.querySelector('.scalar-client--open');
  for (const part of page.querySelectorAll('.references-layout > *'))
    part.toggleAttribute('inert', dialog !== null && !part.contains(dialog));
};

/** Mends what the renderer shows for who does not see it, also what it adds to the page later. */
export const keepAccessible = (page: Document): void => {
  const mend = (): void => {
    for (const [selector, attribute, value] of MENDED)
      for (const element of page.querySelectorAll(selector)) element.setAttribute(attribute, value);
    coverReference(page);
  };
  new MutationObserver(mend).observe(page.body, { attributeFilter: ['class'], childList: true, subtree: true });
};
