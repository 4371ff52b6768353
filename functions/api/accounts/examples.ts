import { EXAMPLE_PASSWORD } from '#functions/api/example-values';
import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const accountsExamples: RequestExamples = {
  'sign-up': {
    body: {
      email: '<NEW_EMAIL>',
      password: EXAMPLE_PASSWORD,
      firstName: 'Ada',
      lastName: 'Obi',
      companyName: 'Adire Market Ltd',
      phone: '+2348012345678',
    },
    response: {
      success: true,
      message: 'Account created. Enter the code that we sent to your email address.',
      data: { userId: '<ACCOUNT_ID>', requiresVerification: true },
    },
  },
  'verify-email': {
    body: {
      email: '<UNVERIFIED_EMAIL>',
      code: '<VERIFICATION_CODE>',
    },
    response: {
      success: true,
      message: 'Your email address is verified. You can now log in.',
      data: { userId: '<ACCOUNT_ID>' },
    },
  },
  'resend-verification': {
    body: {
      email: '<UNVERIFIED_EMAIL>',
    },
    response: {
      success: true,
      message: 'If this address has a pending sign-up, a new code is on its way.',
    },
  },
  'log-in': {
    body: {
      email: '<EMAIL>',
      password: EXAMPLE_PASSWORD,
    },
    response: {
      success: true,
      message: 'Logged in.',
      data: { userId: '<ACCOUNT_ID>' },
    },
  },
  'request-login-code': {
    body: {
      email: '<EMAIL>',
    },
    response: {
      success: true,
      message: 'If there is an account with this address, a login code is on its way.',
    },
  },
  'log-in-with-code': {
    body: {
      email: '<EMAIL>',
      code: '<LOGIN_CODE>',
    },
    response: {
      success: true,
      message: 'Logged in.',
      data: { userId: '<ACCOUNT_ID>' },
    },
  },
  'sign-in-with-google': {
    body: { idToken: '<ID_TOKEN>' },
    response: {
      success: true,
      message: 'Signed in.',
      data: { userId: '<ACCOUNT_ID>' },
    },
  },
  'forgot-password': {
    body: {
      email: '<EMAIL>',
    },
    response: {
      success: true,
      message: 'If there is an account with this address, a password reset link is on its way.',
    },
  },
  'reset-password': {
    body: {
      token: '<RESET_TOKEN>',
      password: EXAMPLE_PASSWORD,
    },
    response: { success: true, message: 'Your new password is set. Use it to log in.' },
  },
  'refresh-tokens': {
    body: { refreshToken: '<REFRESH_TOKEN>' },
    response: { success: true, message: 'Tokens refreshed.' },
  },
  'log-out': {
    body: { refreshToken: '<REFRESH_TOKEN>' },
    response: { success: true, message: 'Logged out.' },
  },
  'read-me': {
    response: {
      success: true,
      data: {
        userId: '<ACCOUNT_ID>',
        email: '<EMAIL>',
        firstName: 'Ada',
        lastName: 'Obi',
        companyName: 'Adire Market Ltd',
        phone: null,
        createdAt: '<NOW>',
      },
    },
  },
};
