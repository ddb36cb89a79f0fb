const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that XML forbids, even escaped, and control characters that it discourages. */
const FORBIDDEN = /[^\t\n\r\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu;

/** Escapes text for HTML and XML, also for attributes. */
export const escape = (text: string | number): string =>
  String(text)
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>"']/g, character => ENTITIES[character]!);
