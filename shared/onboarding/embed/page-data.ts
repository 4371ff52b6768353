import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import type { FileNeed } from '#shared/onboarding/modules/module-files';
import type { WidgetConfig } from '#shared/onboarding/widgets/widget-config';
import type { AccentColours } from './colours.ts';

/** A module as the hosted page shows it. */
export interface PageModule {
  readonly moduleId: string;
  readonly required: boolean;
  readonly title: string;
  /** What happens with the answers, in a sentence. */
  readonly description: string;
  readonly fields: readonly ModuleField[];
  readonly files: FileNeed;
}

/** The data that the server writes into the hosted page for its script. */
export interface PageData {
  readonly branding: WidgetConfig['branding'];
  /** The branding's accent for each background. */
  readonly colours: AccentColours;
  readonly flow: WidgetConfig['flow'];
  readonly modules: readonly PageModule[];
  /** Whether only the customer's own server can make a session's calls, and the page itself cannot. */
  readonly requireSignedRequests: boolean;
  /** Whether the page only shows what applicants would see, and calls nothing. */
  readonly preview: boolean;
}

/** The id of the element that holds the {@link PageData} as JSON. */
export const PAGE_DATA_ID = 'kyb-data';

/** The id of the element that the script renders into. */
export const PAGE_ROOT_ID = 'kyb';
