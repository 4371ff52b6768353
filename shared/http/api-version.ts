/** The version of the API in its document and its status. A change that breaks no client keeps the first part. */
export const API_VERSION = '1.0.0';
