/* The minimum that a handler of this request does: parse and respond. The cost of middleware is measured against it. */

interface Event {
  readonly body?: string;
}

/** Echoes the amount. */
export const handler = async (event: Event) => {
  const { amountKobo } = JSON.parse(event.body ?? '{}');
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ success: true, amountKobo }),
  };
};
