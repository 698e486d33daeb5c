/** The event loop is free again after this time, in milliseconds. */
const sliceMs = 10;

/** The work that waits to go on, in order. */
const waiting: (() => void)[] = [];

/**
 * Lets other work run, such as requests for the pages. Each turn of the event loop resumes one piece of work: slices of
 * several pieces, one after the other, would block the loop for as long as all of them.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Creates a function to call between two steps of long work. It lets other work run when a slice of time is over. */
export function createPause(): () => Promise<void> {
  let end = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < end) return;
    await yieldToOthers();
    end = performance.now() + sliceMs;
  };
}

/** Takes all steps of a piece of work. @returns its result */
export function finish<Result>(steps: Iterator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, and lets other work run in between. */
export async function finishInSlices<Result>(steps: Iterator<undefined, Result>): Promise<Result> {
  const pause = createPause();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}
