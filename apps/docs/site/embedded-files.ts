import { extname } from 'node:path';

/**
 * Replaces each line that only links to one of the files, such as `[verify.ts](verify.ts)`, with the link and the
 * content of the file. The page always shows the current code.
 */
export const embedFiles = (markdown: string, files: string[], read: (file: string) => string): string =>
  markdown.replace(/^\[([\w.]+)\]\(([\w.]+)\)$/gm, (line, label: string, file: string) => {
    if (label !== file || !files.includes(file)) return line;
    return `[\`${file}\`](${file})\n\n~~~~${extname(file).slice(1)}\n${read(file)}~~~~`;
  });
