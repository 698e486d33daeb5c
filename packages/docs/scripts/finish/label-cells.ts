/**
 * Writes the heading of its column into each cell of a table. On a phone, each row is a card, which shows the headings
 * beside the values.
 */
export function labelCells(html: string): string {
  return html.replace(/<table\b[^>]*>\s*<thead>([\s\S]*?)<\/thead>([\s\S]*?)<\/table>/g, (table, head: string) => {
    const labels = [...head.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, text = '']) =>
      text
        .replace(/<[^>]+>/g, '')
        .replaceAll('"', '&quot;')
        .trim(),
    );
    const [, start = '', body = '', end = ''] = /^([\s\S]*?<\/thead>)([\s\S]*)(<\/table>)$/.exec(table) ?? [];
    const rows = body.replace(/<tr\b[^>]*>[\s\S]*?<\/tr>/g, (row) => {
      let column = -1;
      return row.replace(/<(td|th)\b/g, (cell) => {
        column += 1;
        const label = labels[column];
        return label === undefined || label === '' || column === 0 ? cell : `${cell} data-label="${label}"`;
      });
    });
    return `${start}${rows}${end}`;
  });
}
