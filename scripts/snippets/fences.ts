/** One fenced block of a page: its language, the words after it, the line of its first line (from 1) and its text. */
export interface Fence {
  readonly language: string;
  readonly meta: string;
  readonly line: number;
  readonly code: string;
}

/** The fenced blocks of a page, in order. */
export function fences(text: string): Fence[] {
  const found: Fence[] = [];
  let open: { language: string; meta: string; line: number; lines: string[] } | undefined;
  text.split('\n').forEach((line, index) => {
    const mark = /^\s*```(\w*)\s*(.*)$/.exec(line);
    if (mark === null) open?.lines.push(line);
    else if (open === undefined) open = { language: mark[1] ?? '', meta: mark[2] ?? '', line: index + 2, lines: [] };
    else {
      found.push({ language: open.language, meta: open.meta, line: open.line, code: open.lines.join('\n') });
      open = undefined;
    }
  });
  return found;
}

/** Whether the words after a block's language contain a mark, such as `run`. */
export const isMarked = ({ meta }: Fence, mark: string): boolean => meta.split(/\s+/).includes(mark);

/** The file name of a block: `title="failed-runs.ts"`. */
export const titleOf = ({ meta }: Fence): string | undefined => /(?:^|\s)title="([^"]+\.\w+)"/.exec(meta)?.[1];

/** Whether a block of a page is a file of a recipe. */
export const isRecipeFile = (page: string, fence: Fence): boolean =>
  page.includes('/recipes/') && titleOf(fence) !== undefined;
