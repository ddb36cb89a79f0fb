import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

interface Expression {
  location: string;
  source: string;
  flags: string;
}

/** They convert the documentation, whose text is part of the repository. */
const CONVERTERS = /^apps\/docs\/site\/(links|search-index|to-html|generated\/\w+)\.ts$/;

/** Sources of the server processes. The CLI, the portal and build scripts only process input from their own user. */
const sources = ['apps/api', 'apps/docs', 'apps/health', 'apps/worker', 'libs'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(ts|tsx|mjs|cjs)$/.test(path) && !path.endsWith('.spec.ts'))
    .map(path => join(folder, path))
    .filter(path => !CONVERTERS.test(path)),
);

/** Regular expressions of a file: literals, and calls to `RegExp`, whose pattern is unknown. */
function expressionsOf(path: string): Expression[] {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const location = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ location, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
      found.push({ location, source: '', flags: 'unknown' });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const expressions = sources.flatMap(expressionsOf);

/** An expression without them can match only as many characters as it has. The checker takes seconds for long alternatives. */
const REPETITION = /[*+{]/;

describe('regular expressions of the server', () => {
  it('are literals, not calls to RegExp', () => {
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.filter(({ flags }) => flags === 'unknown')).toEqual([]);
  });

  it('match any input in linear time', async () => {
    const doubtful = [];
    // Without a timeout, because a busy machine would not finish in time.
    for (const { location, source, flags } of expressions.filter(each => REPETITION.test(each.source))) {
      // The fuzz checker of recheck is random, so only the automaton checker is used.
      const { status } = await check(source, flags, { checker: 'automaton', timeout: null });
      if (status !== 'safe') doubtful.push({ location, source, status });
    }
    expect(doubtful).toEqual([]);
  });
});
