import type { PageData } from '#shared/onboarding/embed/page-data';

const CORNERS = { sharp: '2px', soft: '8px', round: '22px' } as const;

/** Applies the customer's colours and corners to a page, for the light and the dark background. */
export const applyTheme = ({ branding, colours }: PageData, style: CSSStyleDeclaration): void => {
  const { accent, onAccent, accentText, accentTextOnDark } = colours;
  style.setProperty('--accent', accent);
  style.setProperty('--on-accent', onAccent);
  style.setProperty('--accent-on-light', accentText);
  style.setProperty('--accent-on-dark', accentTextOnDark);
  style.setProperty('--corner', CORNERS[branding.cornerRadius]);
};
