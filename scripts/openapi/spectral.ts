import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

/** Spectral's recommended rules for OpenAPI. Disabled ones state why. */
const RULES = {
  extends: [[oas, 'recommended']],
  rules: {
    // Takes the field `example` of a form, within the example of a response, for the example of a schema. Redocly checks the
    // examples of schemas (`no-invalid-schema-examples`).
    'oas3-valid-schema-example': 'off',
  },
};

/** The findings of Spectral in an API document: a line each. */
export const spectralProblems = async (document: string): Promise<readonly string[]> => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(new spectralCore.Ruleset(RULES));
  const problems = await spectral.run(document);
  return problems.map(({ code, message, path }) => `#/${path.join('/')}: ${message} (${code})`);
};
