import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';

/** An entry of a screening list. */
export const listEntryEntries = {
  list: described(v.string(), 'The name of the list, as given by the source.'),
  name: described(v.string(), 'The name on the list.'),
  score: described(v.number(), 'How well the names match, from 0 to 1, where 1 is certain.'),
  url: v.nullable(described(v.string(), 'The URL of the entry on the list. Null if the source states none.')),
};

/** What the source answered to one question of a check, as the account sees it. */
export const evidenceSchema = component(
  v.object({
    source: described(v.string(), 'The source that was asked, such as `registry`.'),
    at: described(v.string(), 'When the source answered.', DATE_TIME),
    matched: described(
      v.boolean(),
      'Whether the source has a matching record. For a screening, whether a list has a possible match.',
    ),
    differs: described(v.array(v.string()), 'The names of the fields in which the record differs from the answers.'),
    entries: described(
      v.array(component(v.object(listEntryEntries), 'ScreeningEntry', 'An entry of a screening list.')),
      'The list entries that may match, best match first, at most 20. Empty for checks other than screenings.',
    ),
  }),
  'Evidence',
  "A source's answer to one question of a check.",
);

/** What the source answered to one question of a check. */
export type Evidence = v.InferOutput<typeof evidenceSchema>;
