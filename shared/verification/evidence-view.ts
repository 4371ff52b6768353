import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { comparisonEntries } from './evidence-fields.ts';

/** An entry of a screening list. */
export const listEntryEntries = {
  entity: described(v.string(), 'The id of the entry, as given by the source.'),
  topic: described(
    v.picklist(['sanctions', 'pep', 'adverse_media']),
    'Why the entry is listed: sanctions, a politically exposed person, or adverse media.',
  ),
  list: described(v.string(), 'The name of the list, as given by the source.'),
  name: described(v.string(), 'The name on the list.'),
  score: described(v.number(), 'How well the names match, from 0 to 1, where 1 is certain.'),
  url: v.nullable(described(v.string(), 'The URL of the entry on the list. Null if the source states none.')),
  listedAt: v.nullable(described(v.string(), 'When the entry was listed. Null if the source does not say.')),
  address: v.nullable(described(v.string(), 'An address in the entry. Null if the source states none.')),
  country: v.nullable(described(v.string(), 'A country in the entry. Null if the source states none.')),
  birthDate: v.nullable(described(v.string(), 'The date of birth in the entry. Null if the source states none.')),
};

/** Who cleared an entry, when and why. */
const clearedEntries = {
  clearanceId: described(v.string(), 'The id of the clearance (`clr_`).'),
  by: described(v.string(), 'Who cleared the entry: the account (`usr_`), or its API key (`key_`).'),
  at: described(v.string(), 'When the entry was cleared.', DATE_TIME),
  reason: described(v.string(), 'The reason that the reviewer gave.'),
  withdrawnAt: v.nullable(
    described(v.string(), 'When the clearance was withdrawn. Null if it was not withdrawn.', DATE_TIME),
  ),
};

/** A source's response to one question of a check, as the account sees it. */
export const evidenceSchema = component(
  v.object({
    source: described(v.string(), 'The source that was asked, such as `registry`.'),
    at: described(v.string(), 'When the source answered.', DATE_TIME),
    matched: described(
      v.boolean(),
      'Whether the source has a matching record. For a screening, whether a list has a possible match.',
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
                'The clearance by a reviewer who found the entry to be somebody else. Null if there is none, or if the ' +
                  'source has changed the entry since.',
              ),
            ),
          }),
          'ScreeningEntry',
          'An entry of a screening list.',
        ),
      ),
      'The list entries that may match, best match first, at most 20. Empty for checks other than screenings.',
    ),
  }),
  'Evidence',
  "A source's answer to one question of a check.",
);

/** Who cleared an entry, when and why. */
export type ClearedMark = NonNullable<v.InferOutput<typeof evidenceSchema>['entries'][number]['cleared']>;

/** A source's response to one question of a check. */
export type Evidence = v.InferOutput<typeof evidenceSchema>;
