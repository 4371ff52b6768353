/** The version of the API that its document and its status state. A change that breaks no client leaves its first part. */
export const API_VERSION = '1.0.0';
