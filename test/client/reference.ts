import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/paths.js';

const CLIENT = join(ROOT, 'libs/client');

const SECTIONS: { title: string; files: string[] }[] = [
  { title: 'Client', files: ['nameyard.ts', 'resources.ts'] },
  { title: 'Test control', files: ['control.ts'] },
  { title: 'Options and results', files: ['options.ts', 'response.ts', 'pages.ts'] },
  { title: 'Webhooks', files: ['webhooks.ts'] },
  { title: 'Errors', files: ['error.ts', 'api-error.ts', 'signature-error.ts'] },
  { title: 'Types', files: ['types.ts'] },
];

const INTRODUCTION = `# Client reference

All classes, methods and types of \`@nameyard/client\`. [TypeScript client](/docs/client) explains how to use it. The fields of requests and results
are those of the operations of the [API](/docs/api).`;

type Declaration = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.FunctionDeclaration;

/** The reference of the client in Markdown, from its declarations and their comments. */
export function generateReference(): { text: string; undocumented: string[] } {
  const undocumented: string[] = [];
  const note = (name: string, { doc }: Comment) => void (doc === '' && undocumented.push(name));
  const sections = SECTIONS.map(({ title, files }) => {
    const declarations = files.flatMap(publicDeclarations);
    return [`## ${title}`, ...declarations.map(declaration => describe(declaration, note))].join('\n\n');
  });
  return { text: `${[INTRODUCTION, ...sections].join('\n\n')}\n`, undocumented };
}

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const found =
    parsed.get(file) ??
    ts.createSourceFile(file, readFileSync(join(CLIENT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, found);
  return found;
}

/** The names that `index.ts` exports. The generated error classes are listed by the page of the client instead. */
const exported = new Set(
  parse('index.ts')
    .statements.filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) => (exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : []))
    .map(({ name }) => name.text),
);

/** Exported declarations that users see: by name, or as members of the client. */
const publicDeclarations = (file: string): Declaration[] =>
  parse(file)
    .statements.filter(
      (node): node is Declaration =>
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isFunctionDeclaration(node),
    )
    .filter(node => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .filter(({ name }) => /^(resources|control|webhooks)/.test(file) || exported.has(name!.text));

type Note = (name: string, comment: Comment) => void;

function describe(node: Declaration, note: Note): string {
  const name = node.name!.text;
  const comment = commentOf(node);
  note(name, comment);
  if (ts.isFunctionDeclaration(node))
    return [`### \`${name}\``, code(signatureOf(node)), ...textOf(comment)].join('\n\n');
  if (ts.isTypeAliasDeclaration(node)) return [`### \`${name}\``, ...textOf(comment), code(headOf(node))].join('\n\n');
  const members = [...node.members].filter(isPublic);
  const methods = members.filter(isMethod);
  const constructors = name === 'Nameyard' ? members.filter(ts.isConstructorDeclaration) : [];
  return [
    `### \`${name}\``,
    ...textOf(comment),
    ...constructors.map(constructor => code(`new Nameyard(${textsOf(constructor.parameters)})`)),
    ...constructors.flatMap(constructor => textOf(commentOf(constructor))),
    ...propertyTable(name, members.filter(isProperty), note),
    ...methods.map(method => describeMethod(name, method, note)),
  ].join('\n\n');
}

function describeMethod(owner: string, method: ts.MethodDeclaration | ts.MethodSignature, note: Note): string {
  const name = `${owner}.${method.name.getText()}`;
  const comment = commentOf(method);
  note(name, comment);
  return [`#### ${name}`, code(signatureOf(method)), ...textOf(comment), ...operationOf(method)].join('\n\n');
}

/** The operation of the API whose body or data the signature has. */
function operationOf(method: ts.Node): string[] {
  const [, id] = /(?:Body|Data|Query)<'(\w+)'>/.exec(method.getText()) ?? [];
  return id === undefined ? [] : [`Operation: [\`${id}\`](/docs/api#${id})`];
}

function propertyTable(
  owner: string,
  properties: (ts.PropertyDeclaration | ts.PropertySignature)[],
  note: Note,
): string[] {
  if (properties.length === 0) return [];
  const rows = properties.map(property => {
    const comment = commentOf(property);
    note(`${owner}.${property.name.getText()}`, comment);
    const name = property.name.getText() + (property.questionToken ? '?' : '');
    const type = property.type!.getText().replace(/ \| undefined$/, '');
    return `| \`${name}\` | ${linked(type)} | ${escape(comment.doc)} |`;
  });
  return [['| Property | Type | Description |', '| --- | --- | --- |', ...rows].join('\n')];
}

/** The type as code, with a link if the page describes it. */
const linked = (type: string) =>
  /^[A-Z]\w+$/.test(type) && isDescribed(type) ? `[\`${type}\`](#${type})` : `\`${escape(type)}\``;

const isDescribed = (type: string) =>
  SECTIONS.some(({ files }) => files.flatMap(publicDeclarations).some(({ name }) => name!.text === type));

const escape = (text: string) => text.replaceAll('|', '\\|');

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

/** Without private members and the brand of errors, which has a computed name. */
const isPublic = (member: ts.Node & { name?: ts.Node }): boolean =>
  !member.name ||
  !(ts.isPrivateIdentifier(member.name) || ts.isComputedPropertyName(member.name) || member.name.getText() === 'kind');

const isMethod = (node: ts.Node): node is ts.MethodDeclaration | ts.MethodSignature =>
  ts.isMethodDeclaration(node) || ts.isMethodSignature(node);

const isProperty = (node: ts.Node): node is ts.PropertyDeclaration | ts.PropertySignature =>
  ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);

const textsOf = (nodes: ts.NodeArray<ts.Node>) => nodes.map(node => node.getText().replace(/\s+/g, ' ')).join(', ');

function signatureOf(node: ts.FunctionDeclaration | ts.MethodDeclaration | ts.MethodSignature): string {
  const type = node.type ? `: ${node.type.getText()}` : '';
  const parameters = node.parameters.map(parameter => parameter.getText().replace(/\s+/g, ' '));
  const line = `${node.name!.getText()}(${parameters.join(', ')})${type}`;
  return line.length <= 100 ? line : `${node.name!.getText()}(\n  ${parameters.join(',\n  ')},\n)${type}`;
}

const headOf = (node: ts.Node) => node.getText().replace(/^export /, '');

interface Comment {
  doc: string;
  tags: string[];
}

function commentOf(node: ts.Node): Comment {
  const { jsDoc = [] } = node as { jsDoc?: ts.JSDoc[] };
  const [last] = jsDoc.slice(-1);
  const text = (comment: ts.JSDoc['comment']) => (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ');
  const tags = (last?.tags ?? []).map(tag => {
    const subject = ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText()}\`: ` : 'Throws ';
    return `- ${subject}${text(tag.comment)}`;
  });
  return { doc: text(last?.comment), tags };
}

const textOf = ({ doc, tags }: Comment): string[] => [doc, tags.join('\n')].filter(text => text !== '');
