import { createLogUpdate } from 'log-update';

/** A terminal that can be redrawn. */
export interface Screen {
  /** Its current size: columns and lines */
  readonly size: () => { readonly width: number; readonly height: number };
  /** Replaces what was drawn before. */
  readonly draw: (frame: string) => void;
  /** Keeps the last frame and restores the terminal. */
  readonly close: () => void;
  /** Calls the listener when the size has changed or `q` was pressed. */
  readonly on: (event: 'resize' | 'quit', call: () => void) => void;
}

/**
 * Uses the terminal of this process as a screen: it redraws in place, reads `q` and Ctrl-C as keys, and keeps the last
 * frame at the end.
 */
export function createScreen(): Screen {
  const { stdin, stdout } = process;
  const draw = createLogUpdate(stdout, { showCursor: false });
  let quit = (): void => undefined;
  let resize = (): void => undefined;
  const onKey = (key: Buffer): void => {
    const text = key.toString();
    if (text === 'q' || text === 'Q') quit();
    // In raw mode, the terminal sends Ctrl-C as a character.
    if (text === '\u0003') process.kill(process.pid, 'SIGINT');
  };
  const onResize = (): void => resize();
  if (stdin.isTTY) stdin.setRawMode(true).on('data', onKey).resume();
  stdout.on('resize', onResize);
  return {
    size: () => ({ width: stdout.columns, height: stdout.rows }),
    draw,
    close: () => {
      draw.done();
      stdout.off('resize', onResize);
      if (stdin.isTTY) stdin.setRawMode(false).off('data', onKey).pause();
    },
    on: (event, call) => {
      if (event === 'quit') quit = call;
      else resize = call;
    },
  };
}
