import { csvLine } from './csv.js';
import { pagesOf, textOf } from './rows.js';

interface Row {
  id: number;
  key: { name: string } | null;
}

const row = (id: number, name?: string): Row => ({ id, key: name === undefined ? null : { name } });

async function* pages(...given: Row[][]) {
  yield* given;
}

async function textFor(given: Row[][], format: 'csv' | 'json', maxRows?: number): Promise<string> {
  const pieces = textOf<Row>({ columns: ['id', 'key.name'], pages: pages(...given) }, format, maxRows);
  return (await allOf(pieces)).join('');
}

async function allOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of source) found.push(item);
  return found;
}

describe('CSV line', () => {
  it.each([
    [['a', 1, true, null, undefined], 'a,1,true,,'],
    [['a,b', 'say "hi"', 'two\nlines', 'cr\r'], '"a,b","say ""hi""","two\nlines","cr\r"'],
    [['=1+1', '+44', '-1', '@x', '\tx'], "'=1+1,'+44,'-1,'@x,'\tx"],
    [['=a,"b"'], `"'=a,""b"""`],
    [[-1, 'a=b', ''], '-1,a=b,'],
  ])('writes %j', (cells, line) => expect(csvLine(cells)).toBe(`${line}\r\n`));
});

describe('exported text', () => {
  it('has a header line and one line per row as CSV', async () => {
    expect(await textFor([[row(1, 'one')], [row(2)]], 'csv')).toBe('id,key_name\r\n1,one\r\n2,\r\n');
    expect(await textFor([[]], 'csv')).toBe('id,key_name\r\n');
  });

  it('is an array as JSON, also without rows', async () => {
    const rows = [row(1, 'one'), row(2), row(3)];
    expect(JSON.parse(await textFor([[], rows.slice(0, 2), [], rows.slice(2)], 'json'))).toEqual(rows);
    expect(await textFor([[row(1)]], 'json')).toBe('[\n{"id":1,"key":null}\n]\n');
    expect(JSON.parse(await textFor([[]], 'json'))).toEqual([]);
    expect(JSON.parse(await textFor([], 'json'))).toEqual([]);
  });

  it('ends after the maximum number of rows', async () => {
    const given = [
      [row(1), row(2)],
      [row(3), row(4)],
    ];
    expect(JSON.parse(await textFor(given, 'json', 3))).toHaveLength(3);
    expect((await textFor(given, 'csv', 2)).trim().split('\r\n')).toHaveLength(3);
  });

  it('is read in pages after a cursor until one is not full', async () => {
    const limits: [number | undefined, number][] = [];
    const read = async (cursor = 0, limit: number) => {
      limits.push([cursor, limit]);
      return Array.from({ length: Math.min(limit, 2_500 - cursor) }, (_, index) => cursor + index + 1);
    };
    const found = await allOf(pagesOf(read, last => last));
    expect(found.map(page => page.length)).toEqual([1_000, 1_000, 500]);
    expect(limits.map(([cursor]) => cursor)).toEqual([0, 1_000, 2_000]);
  });
});
