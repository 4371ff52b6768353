import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** The path of calls about one alert. */
export const alertPath = object({ alertId: described(idText, 'The id of the alert (`al_`).') });
