const most = 50;

const text = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}n` : value === null || value === undefined ? '' : String(value);

/** A value in a table cell. An object or a list is collapsed and shows its size. */
function show(value: unknown): Node | string {
  if (typeof value !== 'object' || value === null) return text(value);
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  summary.textContent = `${size} ${Array.isArray(value) ? 'entr' : 'propert'}${size === 1 ? 'y' : 'ies'}`;
  const pre = document.createElement('pre');
  pre.textContent = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? text(inner) : inner), 2);
  details.append(summary, pre);
  return details;
}

/** Records as a table, anything else as JSON. */
export function showAnswer(answer: unknown): HTMLElement {
  const records = (Array.isArray(answer) ? answer : [answer]).slice(0, most);
  if (!records.every((record) => typeof record === 'object' && record !== null)) {
    const pre = document.createElement('pre');
    pre.textContent = JSON.stringify(answer, null, 2);
    return pre;
  }
  const single = !Array.isArray(answer);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record as object)))];
  const table = document.createElement('table');
  const rows = single
    ? columns.map((name) => [name, (records[0] as Record<string, unknown>)[name]])
    : records.map((record) => columns.map((name) => (record as Record<string, unknown>)[name]));
  const head = table.createTHead().insertRow();
  const names = single ? ['Field', 'Value'] : columns;
  for (const name of names) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const [index, content] of cells.entries()) {
      const cell = row.insertCell();
      // A narrow page has no room for the table head, so it shows this label next to the value.
      if (!single) cell.dataset.column = names[index];
      cell.append(show(content));
    }
  }
  if (Array.isArray(answer) && answer.length > most)
    table.createCaption().textContent = `The first ${most} of ${answer.length}.`;
  return table;
}
