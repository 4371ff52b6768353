const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 4rem auto; padding: 0 1rem; color: #1c1c1c }
  h1 { font-size: 1.25rem }
  button { font: inherit; padding: .6rem 1rem; border: 1px solid #1c1c1c; border-radius: .4rem; background: #1c1c1c; color: #fff }`;

/** A page that a link in a mail opens. @param content HTML in which everything that is not ours is escaped. */
export const formPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>${STYLE}
  </style>
</head>
<body>
  <h1>${title}</h1>
${content}
</body>
</html>
`;
