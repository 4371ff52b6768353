/** The heading of a version with the date of its release, or with a remark while it has none. */
const HEADING = /^## (?<version>\d+\.\d+\.\d+) \((?<date>[^)]+)\)$/;

/**
 * What a changelog says about a version: empty while it is not released, undefined when it has no section.
 *
 * @param changelog Markdown with a heading `## <version> (<date>)` for each version.
 */
export const releaseNotes = (changelog: string, version: string): string | undefined => {
  const sections = changelog.split(/^(?=## )/m).map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return { groups: HEADING.exec(heading)?.groups, text: lines.join('\n').trim() };
  });
  const found = sections.find(({ groups }) => groups?.['version'] === version);
  if (!found) return;
  return /^\d{4}-\d{2}-\d{2}$/.test(found.groups?.['date'] ?? '') ? `${found.text}\n` : '';
};
