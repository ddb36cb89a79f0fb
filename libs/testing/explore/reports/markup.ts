const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** XML allows no other control characters, not even escaped. */
const FORBIDDEN = /[^\t\n\r\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu;

/** Text for HTML and XML, also in attributes. */
export const escape = (text: string | number): string =>
  String(text)
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>"']/g, character => ENTITIES[character]!);
