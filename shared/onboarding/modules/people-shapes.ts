import { answeredPeople, listOf, type ModuleAnswers } from '#shared/verification/answer-values';
import type { AnswerProblem } from './answer-problem.ts';
import { PEOPLE_LISTS } from './module-fields.ts';

/** The two shapes of people, by their fields: one object per person, or two lists joined by position. */
const SHAPES: readonly (readonly string[])[] = [['people'], PEOPLE_LISTS.map(({ name }) => name)];

const isGiven = (answers: ModuleAnswers, name: string): boolean => (answers[name] ?? null) !== null;

/** The shapes that a save contains anything of. */
const shapesIn = (given: ModuleAnswers) => SHAPES.filter((names) => names.some((name) => isGiven(given, name)));

/** The problems of a save that would leave two lists of different lengths. */
const unequalLists = (merged: ModuleAnswers): AnswerProblem[] => {
  if (answeredPeople({ ...merged, people: null }) !== undefined) return [];
  const counted = PEOPLE_LISTS.map(({ name }) => ({ name, count: listOf(merged, name).length }));
  const lengths = counted.map(({ name, count }) => `${name} has ${count}`).join(', ');
  return counted.map(({ name }) => ({
    path: `answers.${name}`,
    message: `Both lists must have one entry for each person: ${lengths}`,
  }));
};

/**
 * The problems of the shape of people in a save: both shapes at once, or lists of different lengths, whose entries
 * could not be joined.
 *
 * @param stored the answers that the save merges into.
 */
export const peopleShapeProblems = (given: ModuleAnswers, stored: ModuleAnswers): readonly AnswerProblem[] => {
  const shapes = shapesIn(given);
  if (shapes.length > 1) {
    return shapes
      .flat()
      .flatMap((name) =>
        isGiven(given, name)
          ? [{ path: `answers.${name}`, message: 'Send either people, or fullNames and nationalIdNumbers' }]
          : [],
      );
  }
  const changesLists = PEOPLE_LISTS.some(({ name }) => isGiven(given, name));
  return changesLists ? unequalLists({ ...stored, ...given }) : [];
};

/** Removes the people in the shape that a save does not use: people sent in one shape replace those of the other. */
export const clearedShape = (given: ModuleAnswers): ModuleAnswers => {
  const shapes = shapesIn(given);
  if (shapes.length === 0) return {};
  return Object.fromEntries(
    SHAPES.filter((shape) => !shapes.includes(shape))
      .flat()
      .map((name) => [name, null]),
  );
};

/** Whether somebody is named, and every number belongs to a name. */
export const namesEveryone = (answers: ModuleAnswers | undefined): boolean => {
  const people = answeredPeople(answers) ?? [];
  const isNamed = people.map(({ fullName }) => fullName.trim() !== '');
  return (
    isNamed.includes(true) && people.every(({ nationalIdNumber = '' }, at) => isNamed[at] || !nationalIdNumber.trim())
  );
};
