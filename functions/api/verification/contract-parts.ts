import * as v from 'valibot';
import { text } from '#shared/http/schemas/texts';
import { component, described } from '#shared/platform/described';
import { METER_PROVIDERS } from '#shared/sources/ports';

/**
 * A number that is checked: a malformed one is a failed check, so every text that could be meant as a number is
 * accepted.
 */
// @__NO_SIDE_EFFECTS__
function numberText() {
  return text(60, { minLength: 1, trim: true });
}

/** A meter, as both of its checks take it. */
export const meterEntries = {
  meterNumber: described(
    numberText(),
    'The number of the meter, 6 to 13 digits. One in another form is a failed check and charged like any other.',
  ),
  provider: described(v.picklist(METER_PROVIDERS), 'The distributor of the meter.'),
};

/** The parts of the responses of both checks of a meter (interface: Utility bill verification result). */
export const meterResultEntries = {
  billInfo: component(
    v.object({
      meterNumber: described(v.string(), 'The number that was checked.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The distributor.'),
      billDate: described(v.string(), 'Always empty: no bill is read.'),
    }),
    'MeterBill',
    'The meter that was checked.',
  ),
  verificationResult: component(
    v.object({
      status: described(v.boolean(), 'Whether the distributor knows the meter.'),
      address: described(v.string(), 'Where the meter is; empty when it is not known.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The distributor.'),
      meterNumber: described(v.string(), 'The number that was checked.'),
    }),
    'MeterResult',
    'What the distributor knows of the meter.',
  ),
};
