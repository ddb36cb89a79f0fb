import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, temporaryFolder } from './paths.js';

/** The problems that the compiler finds in code that uses `@nameyard/client`, by the name of the snippet. */
export function problemsOf(snippets: Record<string, string>): Record<string, string> {
  const folder = temporaryFolder();
  const files = Object.entries(snippets).map(([name, text], index) => ({
    name,
    text,
    file: join(folder, `${index}.ts`),
  }));
  for (const { file, text } of files) writeFileSync(file, text);
  const program = ts.createProgram(
    files.map(({ file }) => file),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Force,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      paths: { '@nameyard/client': [join(ROOT, 'libs/client/index.ts')] },
    },
  );
  const problems: Record<string, string> = {};
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const { name = 'options' } = files.find(row => row.file === file?.fileName) ?? {};
    problems[name] = ts.flattenDiagnosticMessageText(messageText, '\n');
  }
  return problems;
}
