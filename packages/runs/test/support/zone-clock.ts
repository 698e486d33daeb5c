const day = 86_400_000;

/** The local time that clocks of a zone show at an instant, by the platform's calendar. */
export function clockOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const [month = 0, date, year = 0, hour, minute, second] = format.format(at).split(/\D+/).map(Number);
    return Date.UTC(year, month - 1, date, hour, minute, second);
  };
}

/** A moment at which clocks are set forward or back. */
export interface Transition {
  readonly zone: string;
  readonly at: number;
  /** How far clocks are ahead of UTC before and after, in milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** Every change of the clocks of all zones from 2024 to 2028. Changes that several zones share are listed once. */
export function allTransitions(): Transition[] {
  const [first, last, step] = [Date.UTC(2024, 0), Date.UTC(2029, 0), 7 * day];
  const found = new Map<string, Transition>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const localOf = clockOf(zone);
    const offsetAt = (at: number): number => localOf(at) - at;
    let before = offsetAt(first);
    for (let from = first; from < last; from += step) {
      const after = offsetAt(from + step);
      if (after === before) continue;
      let [low, high] = [from, from + step];
      while (high - low > 60_000) {
        const middle = Math.floor((low + high) / 120_000) * 60_000;
        if (offsetAt(middle) === before) low = middle;
        else high = middle;
      }
      found.set(`${high} ${before} ${after}`, { zone, at: high, before, after });
      before = after;
    }
  }
  return [...found.values()];
}
