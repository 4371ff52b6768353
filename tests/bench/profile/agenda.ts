/** What happens when, in order of time. */
export interface Agenda {
  at(atMs: number, happens: () => void): void;
  /** Lets everything happen, and what follows from it, until nothing is left. */
  run(): void;
}

/** An agenda as a binary heap. What is due at the same time happens in the order in which it was added. */
export const makeAgenda = (): Agenda => {
  const heap: { readonly atMs: number; readonly order: number; readonly happens: () => void }[] = [];
  let added = 0;
  const isBefore = (one: number, other: number): boolean => {
    const [a, b] = [heap[one], heap[other]];
    if (!a || !b) return a !== undefined;
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  };
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  };
  const takeFirst = () => {
    swap(0, heap.length - 1);
    const first = heap.pop();
    let place = 0;
    for (;;) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2])
        if (child < heap.length && isBefore(child, least)) least = child;
      if (least === place) return first;
      swap(place, least);
      place = least;
    }
  };
  return {
    at: (atMs, happens) => {
      heap.push({ atMs, order: added++, happens });
      let place = heap.length - 1;
      while (place > 0) {
        const parent = (place - 1) >> 1;
        if (!isBefore(place, parent)) break;
        swap(place, parent);
        place = parent;
      }
    },
    run: () => {
      while (heap.length > 0) takeFirst()?.happens();
    },
  };
};
