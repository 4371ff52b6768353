import * as v from 'valibot';
import { component, described } from '#shared/platform/described';

/** A warning about something that was accepted. @property path below the request body. */
export interface Warning {
  readonly path: string;
  readonly message: string;
}

/** `warnings` of a response; missing when there are none. */
export const warningsSchema = v.exactOptional(
  described(
    v.array(
      component(
        v.object({
          path: described(v.string(), 'The path of the field in the body, with dots.'),
          message: described(v.string(), 'What will not work, for people.'),
        }),
        'Warning',
        'A warning about a value that was accepted but will not work.',
      ),
    ),
    'Warnings about values that were accepted but will not work. Missing if there are none.',
  ),
);
