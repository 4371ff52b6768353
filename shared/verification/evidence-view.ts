import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { comparisonEntries } from './evidence-fields.ts';

/** An entry of a screening list. */
export const listEntryEntries = {
  entity: described(v.string(), "The source's id of the entry."),
  topic: described(
    v.picklist(['sanctions', 'pep', 'adverse_media']),
    'Why the entry is listed: sanctions, a politically exposed person, or adverse media.',
  ),
  list: described(v.string(), "The source's name of the list."),
  name: described(v.string(), 'The name on the list.'),
  score: described(v.number(), 'How well the names match: 0 to 1, where 1 is certain.'),
  url: v.nullable(described(v.string(), 'Where the list shows the entry. Null if the source states no address.')),
  listedAt: v.nullable(described(v.string(), 'Since when the source has the entry. Null if it does not say.')),
  address: v.nullable(described(v.string(), 'An address of who is listed. Null if the source states none.')),
  country: v.nullable(described(v.string(), 'A country of who is listed. Null if the source states none.')),
  birthDate: v.nullable(
    described(v.string(), 'When the listed person was born, as the source states it. Null if it does not.'),
  ),
};

/** Who cleared an entry, when and why. */
const clearedEntries = {
  clearanceId: described(v.string(), 'The clearance (`clr_`).'),
  by: described(v.string(), 'Who cleared it: the account (`usr_`), or its API key (`key_`).'),
  at: described(v.string(), 'When it was cleared.', DATE_TIME),
  reason: described(v.string(), 'Why, in the words of the reviewer.'),
  withdrawnAt: v.nullable(described(v.string(), 'When the clearance was withdrawn. Null if it holds.', DATE_TIME)),
};

/** What the source answered to one question of a check, as the account sees it. */
export const evidenceSchema = component(
  v.object({
    source: described(v.string(), 'The source that was asked, such as `registry`.'),
    at: described(v.string(), 'When it answered.', DATE_TIME),
    matched: described(
      v.boolean(),
      'Whether the source has a record of what was asked. For a screening: whether a list has a possible match.',
    ),
    differs: described(v.array(v.string()), 'The names of the fields in which the record differs from the answers.'),
    ...comparisonEntries,
    entries: described(
      v.array(
        component(
          v.object({
            ...listEntryEntries,
            cleared: v.nullable(
              described(
                v.object(clearedEntries),
                'That a reviewer found the entry to be somebody else. Null if nobody did, or if the source has changed ' +
                  'the entry since.',
              ),
            ),
          }),
          'ScreeningEntry',
          'An entry of a screening list.',
        ),
      ),
      'The list entries that may match, the best first, at most 20. Only screenings have any.',
    ),
  }),
  'Evidence',
  'What a source answered to one question of a check.',
);

/** Who cleared an entry, when and why. */
export type ClearedMark = NonNullable<v.InferOutput<typeof evidenceSchema>['entries'][number]['cleared']>;

/** What the source answered to one question of a check. */
export type Evidence = v.InferOutput<typeof evidenceSchema>;
