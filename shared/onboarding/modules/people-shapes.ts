import { answeredPeople, listOf, type ModuleAnswers } from '#shared/verification/answer-values';
import type { AnswerProblem } from './answer-problem.ts';
import { PEOPLE_LISTS } from './module-fields.ts';

/** The shapes of people by their fields: one object for each person, or two lists that are joined by position. */
const SHAPES: readonly (readonly string[])[] = [['people'], PEOPLE_LISTS.map(({ name }) => name)];

const isGiven = (answers: ModuleAnswers, name: string): boolean => (answers[name] ?? null) !== null;

/** The shapes of which a save gives something. */
const shapesIn = (given: ModuleAnswers) => SHAPES.filter((names) => names.some((name) => isGiven(given, name)));

/** The lengths of the lists, of those that a save would leave with anything in them. */
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
 * What is wrong with the shape of the people in a save: both shapes at once, or lists of different lengths, in which
 * nobody could tell whose number is whose.
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

/** The removal of the people in the shape that a save does not have: what is sent in one replaces the other. */
export const clearedShape = (given: ModuleAnswers): ModuleAnswers => {
  const shapes = shapesIn(given);
  if (shapes.length === 0) return {};
  return Object.fromEntries(
    SHAPES.filter((shape) => !shapes.includes(shape))
      .flat()
      .map((name) => [name, null]),
  );
};

/** Whether somebody is named, and nobody has a number without a name. */
export const namesEveryone = (answers: ModuleAnswers | undefined): boolean => {
  const people = answeredPeople(answers) ?? [];
  const isNamed = people.map(({ fullName }) => fullName.trim() !== '');
  return (
    isNamed.includes(true) && people.every(({ nationalIdNumber = '' }, at) => isNamed[at] || !nationalIdNumber.trim())
  );
};
