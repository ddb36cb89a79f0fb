import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../processes/nameyard.js';
import { temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

interface Shell {
  /** Prints what the shell offers after the words of $LINE, of which the last one is incomplete. */
  program: string;
  options: string[];
}

const SHELLS = {
  bash: {
    options: ['--norc', '-c'],
    program: `COMP_WORDS=($LINE); [[ $LINE == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      source "$SCRIPT"; _nameyard; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  zsh: {
    options: ['-f', '-c'],
    // The widget of the completion system needs a terminal.
    program: `compdef() { }; _describe() { local each; for each in "\${(@P)2}"; do
        [[ $each == "\${words[-1]}"* ]] && print -r -- "\${each%%:*}"; done }; _files() { }
      source "$SCRIPT"; words=("\${(@s: :)LINE}"); CURRENT=\${#words}; _nameyard`,
  },
  fish: {
    options: ['--no-config', '-c'],
    program: `source $SCRIPT; complete -C "$LINE" | string replace -r '\\t.*' ''`,
  },
} satisfies Record<string, Shell>;

describe.each(Object.entries(SHELLS))('completion %s', (shell, { options, program }) => {
  describeWith(shell as keyof typeof SHELLS, 'offers', () => {
    const script = join(temporaryFolder(), 'completion');

    beforeAll(async () => {
      const { code, stdout, stderr } = await runCommand(['completion', shell], {});
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      writeFileSync(script, stdout);
    });

    function offered(line: string): string[] {
      const env = { ...process.env, LINE: line, SCRIPT: script };
      const { stdout, stderr } = spawnSync(shell, [...options, program], { env, encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout.split('\n').filter(Boolean).toSorted();
    }

    it('commands', () => {
      expect(offered('nameyard re')).toEqual(['registrar', 'registry', 'restore']);
      expect(offered('nameyard keys ')).toEqual(expect.arrayContaining(['create', 'generate', 'revoke']));
      expect(offered('nameyard storefront hosts ve')).toEqual(['verify']);
    });

    it('options, also after other options', () => {
      expect(offered('nameyard keys create --sc')).toEqual(['--scope']);
      expect(offered('nameyard registry decide shop.com --json --ou')).toEqual(['--outcome']);
    });

    it('no commands of another group', () => {
      expect(offered('nameyard clock gen')).toEqual([]);
    });
  });
});
