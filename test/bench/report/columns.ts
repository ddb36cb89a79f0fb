/** A Markdown table with aligned columns. */
export function columns(headings: string[], lines: string[][]): string {
  const all = [headings, ...lines];
  const widths = headings.map((_, column) => Math.max(...all.map(cells => cells[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(headings), line(widths.map(width => '-'.repeat(width))), ...lines.map(line)].join('\n');
}
