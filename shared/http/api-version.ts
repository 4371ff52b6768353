/** The version of the API in its document and its status: that of `package.json`. */
export const API_VERSION = '1.0.0';
