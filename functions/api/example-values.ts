/** The password of the accounts in examples. */
export const EXAMPLE_PASSWORD = 'three quiet herons at dusk';

/** The amount of the top-ups in examples. */
export const EXAMPLE_TOP_UP_KOBO = 2_500_000;

/** The values of the request examples' placeholders in the API document. */
export const EXAMPLE_VALUES = {
  NOW: '2026-11-21T14:03:27.412Z',
  NEW_EMAIL: 'ada@adire.example',
  EMAIL: 'ada@adire.example',
  UNVERIFIED_EMAIL: 'ada@adire.example',
  VERIFICATION_CODE: '123456',
  LOGIN_CODE: '123456',
  RESET_TOKEN: 'q3Jt0oVw5vWm2kS8yX1bN7cR4dF6gH9jK0lZ3xC5vB8',
  ACCESS_TOKEN: 'eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.eyJzdWIiOiJ1c3JfMDFLQUozViJ9.c2lnbmF0dXJl',
  ID_TOKEN: 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJlbWFpbCI6ImFkYUBhZGlyZS5leGFtcGxlIn0.c2lnbmF0dXJl',
  SANDBOX_SECRET_KEY: `${'test_sk_'}4Jd8Q0sVw2Xb6Nc9Rf3Tg7Hk1Lm5Zp8Y`,
  ADMIN_ACCESS_TOKEN: 'eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.eyJzdWIiOiJ1c3JfMDFLQUozViJ9.c2lnbmF0dXJl',
  REFRESH_TOKEN: 'AQAAAAAwMUtBSjNWWFo4SzJNNFA2UjlUMVczWTVaNxIfVA_oDzs04rA7nMpOm6JhblLTO68yMGGXX6SOP1Lw',
  IDEMPOTENCY_KEY: '5b9d3f6e-0c1f-4a52-8f43-6d1f6f0c7b2e',
  ACCOUNT_ID: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
  WIDGET_ID: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  REGISTERED_WIDGET_ID: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  EMBED_TOKEN: 'elt_01KAJ3VYB2M9D5H7N1P3Q8S6TW01KAJ3V0M4X7C9E2G5J8K1N3PQ7G2K9M4P1R6T8V3X5Z0B2D4F6H8J1KNQ',
  APPLICANT_ID: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
  SUBMITTED_APPLICANT_ID: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
  SUBMISSION_REFERENCE: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
  SUBMITTED_AT: '2026-11-21T14:03:25.004Z',
  SESSION_ID: 'wses_01KAJ3W8Q0V6XK4T8E2Z9C5R7N',
  COMPLETE_SESSION_ID: 'wses_01KAJ3W8Q0V6XK4T8E2Z9C5R7N',
  WEBHOOK_ID: 'whk_01KAJ3W4C7E9G2J5M8P1R4T6V0',
  WEBHOOK_ENDPOINT: 'https://shop.example/webhooks',
  DELIVERY_ID: 'whd_01KAJ3X1QM3B6C9D0E1F2G3H4J',
  TOP_UP_REFERENCE: 'top_01KAJ4B2M7C9E1G3J5N8Q0S4TV',
  PAYSTACK_REFERENCE: 'top-01KAJ4B2M7C9E1G3J5N8Q0S4TV',
  PAYSTACK_SIGNATURE:
    'd167e19ae4366e945e0e644b7577a1ee63f5f5cc254c2a13500b3ae16a6fa5f5bffd6b8ead9b2e67c757967bd1dc203abc3a01bcfb3f9cabeccbeb9143b4aad6',
} as const satisfies Readonly<Record<string, string>>;

/** What a request example can refer to: something that exists where it is sent. */
export type Placeholder = keyof typeof EXAMPLE_VALUES;

/** The placeholders that are replaced last: they depend on the complete body. */
export type SignaturePlaceholder = 'PAYSTACK_SIGNATURE';
