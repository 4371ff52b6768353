/** The values that a header accepts, in lower case, each with its weight from 0 to 1 (RFC 9110, 12.4.2). */
export const acceptedWeights = (header = ''): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((choice) => {
        const [name = '', ...parameters] = choice.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)];
      }),
  );
