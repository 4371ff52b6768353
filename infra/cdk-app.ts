import { App, type AppProps } from 'aws-cdk-lib/core';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';

/**
 * A CDK app with the defaults that new apps of this CDK version get. The snapshot tests show what an upgrade changes.
 *
 * @param props for tests: context and output folder, which the CDK's command line otherwise sets.
 */
export const makeApp = (props: AppProps = {}): App =>
  new App({
    ...props,
    analyticsReporting: false,
    context: {
      ...CURRENTLY_RECOMMENDED_FLAGS,
      // A stack that others depend on cannot be deleted. Emulators do not support weak references.
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
      ...props.context,
    },
  });
