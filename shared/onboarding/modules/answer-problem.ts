/** What is wrong with a save of answers. @property path relative to the request body, such as `answers.tin`. */
export interface AnswerProblem {
  readonly path: string;
  readonly message: string;
}
