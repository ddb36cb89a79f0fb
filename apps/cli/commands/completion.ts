import type { Command } from 'commander';

/** The program, a group of commands, or a command. */
interface Node {
  /** Names of its groups and of the command, for example ` keys create`; empty for the program. */
  path: string;
  /** Its commands and options. */
  words: { word: string; description: string }[];
}

const SHELLS: Record<string, { file: string; line: string; scriptOf(nodes: Node[]): string }> = {
  bash: { file: '~/.bashrc', line: 'eval "$(nameyard completion bash)"', scriptOf: bash },
  zsh: { file: '~/.zshrc, after compinit', line: 'eval "$(nameyard completion zsh)"', scriptOf: zsh },
  fish: { file: '~/.config/fish/config.fish', line: 'nameyard completion fish | source', scriptOf: fish },
};

export function define(completion: Command): void {
  for (const [shell, { file, line, scriptOf }] of Object.entries(SHELLS))
    completion
      .command(shell)
      .description(`print the completions for ${shell}`)
      .addHelpText('after', `\nTo load them in each shell, add this line to ${file}:\n\n  ${line}`)
      .action(() => void process.stdout.write(scriptOf(nodesOf(completion.parent!))));
}

/** Nodes of a command. Those of subcommands come first, so that the first match of the typed words is the most specific. */
function nodesOf(command: Command, path = ''): Node[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const words = [
    ...commands.map(each => ({ word: each.name(), description: each.description() })),
    ...help.visibleOptions(command).map(({ long, description }) => ({ word: long!, description })),
  ];
  return [...commands.flatMap(each => nodesOf(each, `${path} ${each.name()}`)), { path, words }];
}

/** Script for bash and zsh that assigns the words before the current one, without options, to `path_`; `path` is PATH in zsh. */
const readPath = (words: string) => `local path_= word
  for word in ${words}; do [[ $word == -* ]] || path_+=" $word"; done`;

function bash(nodes: Node[]): string {
  const cases = nodes.map(
    ({ path, words }) => `    '${path} '*) words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `_nameyard() {
  local words=
  ${readPath('"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$path_ " in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _nameyard nameyard
`;
}

function zsh(nodes: Node[]): string {
  const listOf = ({ words }: Node) => words.map(({ word, description }) => quote(`${word}:${description}`)).join(' ');
  return `_nameyard() {
  local -a found
  ${readPath('"${(@)words[2,CURRENT-1]}"')}
  case "$path_ " in
${nodes.map(node => `    '${node.path} '*) found=(${listOf(node)}) ;;`).join('\n')}
  esac
  _describe nameyard found || _files
}
compdef _nameyard nameyard
`;
}

function fish(nodes: Node[]): string {
  const linesOf = ({ path, words }: Node) =>
    words.map(({ word, description }) => {
      const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c nameyard -n '__nameyard_at "${path}"' ${name} -d ${quote(description)}`;
    });
  return `function __nameyard_at
  set -l path_ (string join '' -- ' '(string match -v -- '-*' (commandline -opc)[2..]))
  for each in ${nodes.map(({ path }) => `'${path}'`).join(' ')}
    if string match -q -- "$each *" "$path_ "
      test "$each" = "$argv[1]"
      return
    end
  end
end
${nodes.flatMap(linesOf).join('\n')}
`;
}

/** Quotes a text for all three shells. Whitespace becomes one space; apostrophes and backslashes become ’. */
const quote = (text: string): string => `'${text.replaceAll(/\s+/g, ' ').replaceAll(/['\\]/g, '’')}'`;
