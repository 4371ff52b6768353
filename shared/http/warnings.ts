import * as v from 'valibot';
import { component, described } from '#shared/platform/described';

/** A warning about something that was accepted. @property path below the request body. */
export interface Warning {
  readonly path: string;
  readonly message: string;
}

/** `warnings` of a response, beside its data; missing when there are none. */
export const warningsSchema = v.exactOptional(
  described(
    v.array(
      component(
        v.object({
          path: described(v.string(), 'The path in the body, with dots.'),
          message: described(v.string(), 'What will not work.'),
        }),
        'Warning',
        'A warning about something that was accepted.',
      ),
    ),
    'What was accepted and will not work, if anything.',
  ),
);
