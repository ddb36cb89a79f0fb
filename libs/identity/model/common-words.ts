/** Words that are as common here as the passwords of the list. */
const OWN = ['nameyard', 'passwort'];

export interface CommonWords {
  words: ReadonlySet<string>;
  /** Length of the longest word. */
  longest: number;
}

let loaded: CommonWords | undefined;

/**
 * The most common passwords, in lower case: 49,000 from published leaks, of the package `@zxcvbn-ts/language-common`. They are
 * loaded when the first password is set, because decompressing them takes longer than most requests.
 */
export async function commonWords(): Promise<CommonWords> {
  if (loaded) return loaded;
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = new Set([...OWN, ...dictionary['passwords-common']]);
  return (loaded = { words, longest: Math.max(...Array.from(words, word => word.length)) });
}
