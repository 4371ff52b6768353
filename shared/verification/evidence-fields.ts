import * as v from 'valibot';
import { described } from '#shared/platform/described';

/** What was compared with a record, or the record's values, by field name; names of people are a list. */
export type EvidenceFields = Readonly<Record<string, string | string[]>>;

/** {@link EvidenceFields} in stored evidence and in the API. */
export const evidenceFieldsSchema = v.record(
  v.string(),
  v.union([v.string(), v.array(v.string())]),
) satisfies v.GenericSchema<unknown, EvidenceFields>;

/** Maximum characters of a text in evidence, alone or in a list. */
const MAX_TEXT_LENGTH = { alone: 200, inList: 120 } as const;

/** Maximum texts of a list: at least twice the people that any module accepts. */
const MAX_LISTED = 50;

/**
 * A source's text as evidence stores it: on one line, and cut to the maximum. A character halved by the cut is
 * replaced.
 *
 * @param maxLength in UTF-16 code units.
 */
export const evidenceText = (text: string, maxLength: number = MAX_TEXT_LENGTH.alone): string =>
  text
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();

/** The fields that have a value, each cut to the maximum. Whatever a source returns, they have 20 kB at most. */
export const evidenceFields = (
  given: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): EvidenceFields =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string | string[]][] => {
      if (value === undefined || value === null || value.length === 0) return [];
      if (typeof value === 'string') return [[name, evidenceText(value)]];
      return [[name, value.slice(0, MAX_LISTED).map((text) => evidenceText(text, MAX_TEXT_LENGTH.inList))]];
    }),
  );

/** The two fields of evidence, as the API describes them. */
export const comparisonEntries = {
  compared: v.nullable(
    described(
      evidenceFieldsSchema,
      'What the check compared with the record: the fields and their values, texts or lists of names. Null once the ' +
        'evidence is no longer kept.',
    ),
  ),
  answered: v.nullable(
    described(
      evidenceFieldsSchema,
      "What the source's record says, as far as the check uses it. Empty if the source has no record. Null once the " +
        'evidence is no longer kept.',
    ),
  ),
};
