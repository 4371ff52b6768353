import * as v from 'valibot';

/** Refuses a value: with the broken rule and, if the problem is not the value itself, its place and message. */
type Refuse = (
  broken: v.GenericSchema | v.GenericValidation,
  where?: { readonly path: [v.ObjectPathItem]; readonly message: string },
) => void;

/** Inspects a value before its schema does, and may replace it. Returns true if the schema must not inspect it. */
type Guard = (dataset: v.UnknownDataset, refuse: Refuse) => boolean;

/**
 * Puts a guard before a new schema, in place, so that everything that refers to the schema is guarded too. Only this
 * code uses valibot beyond its public interface (docs/decisions/0016).
 */
export const guarded = <S extends v.GenericSchema>(schema: S, guard: Guard): S => {
  const run = schema['~run'].bind(schema);
  const guardedRun: typeof run = (dataset, config) => {
    const refuse: Refuse = (broken, where) => v._addIssue(broken as never, 'value', dataset, config, where);
    return guard(dataset, refuse) ? (dataset as unknown as ReturnType<typeof run>) : run(dataset, config);
  };
  return Object.assign(schema, { '~run': guardedRun });
};
