import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** The query of an unsubscribe link. */
export const unsubscribeQuery = object({ token: described(idText, 'The token of the link.') });

/** The path of a link that confirms an address. */
export const confirmationPath = object({ token: described(idText, 'The token of the link.') });
