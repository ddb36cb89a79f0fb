const MAX_LENGTH = 64;

/** `+`, 7 to 15 digits (E.164) with common separators, and an extension of up to 15 digits (RFC 5733, RFC 3966). */
const PHONE =
  /^[(（]?[+＋](?:[\p{Zs}\p{Pd}\u2212ー.．·/／()（）[\]［］]*[\d０-９]){7,15}[)）\]］]?(?:[\p{Zs},;]*(?:x|#|ext(?:ension)?\.?)[\p{Zs}:=]*[\d０-９]{1,15})?$/iu;

export const isPhoneNumber = (text: string): boolean => text.length <= MAX_LENGTH && PHONE.test(text);

/** Removes invisible characters, which contacts and web pages put around numbers that are copied. */
export const normalizePhoneNumber = (text: string): string =>
  text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();
