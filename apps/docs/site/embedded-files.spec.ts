import { embedFiles } from './embedded-files.js';

const embed = (markdown: string) => embedFiles(markdown, ['verify.ts'], file => `// ${file}\n`);

describe('embedFiles', () => {
  it('replaces a line that only links to an embedded file', () => {
    expect(embed('Code:\n[verify.ts](verify.ts)\nEnd')).toBe(
      'Code:\n[`verify.ts`](verify.ts)\n\n~~~~ts\n// verify.ts\n~~~~\nEnd',
    );
  });

  it.each(['[verify.ts](other.ts)', '[other.ts](verify.ts)', '[other.ts](other.ts)', 'See [verify.ts](verify.ts)'])(
    'leaves %s unchanged',
    line => expect(embed(line)).toBe(line),
  );
});
