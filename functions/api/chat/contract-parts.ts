import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** The path of calls about one chat. */
export const chatPath = object({ chatId: described(idText, 'The id of the chat (`chat_`).') });
