import { maskCardNumbers, mayContainCardNumber } from '#platform/model';

/** Replacements for secrets and for personal data. */
export const REDACTED = '[redacted]';
export const MASKED = '[masked]';

/** Reserved for examples and tests (RFC 2606 and RFC 6761): nobody receives mail there. */
const EXAMPLE_DOMAIN = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i;

export function isExampleAddress(email: string): boolean {
  const [, domain = '', ...more] = email.trim().split(AT);
  return more.length === 0 && EXAMPLE_DOMAIN.test(domain.replace(/\.$/, ''));
}

/** An at sign, also as encoded in URLs. */
const AT = /@|%40/;

const isAddress = (word: string): boolean => AT.test(word) && word.split(AT).filter(Boolean).length > 1;

/** The names of members, headers and parameters whose values are secrets. */
const SECRET =
  /secret|passw|passphrase|token|credential|authori[sz]ation|cookie|ticket|signature|keys?$|(?:api|access|private)[-_ ]?key/i;

/** Idempotency keys match `SECRET`, but are not secret. */
const IDEMPOTENCY = /^(?:x-)?idempotency[-_]?key$/i;

/** Cheap test for short secret names, which also occur inside other words. `SECRET_WORDS` must match as well. */
const SHORT_SECRET = /cv[vcn]|csc|iban|pin|pwd|pass|otp|security|card/i;
const SECRET_WORDS =
  /(?:^|_)(?:cv[vcn]|csc|iban|pin|pwd|pass|otp)(?:_|$)|(?:^|_)(?:(?:cv[vc]|pin|pass|otp)code|security_?code|card_?number)(?:_|$)/;

/** `cardPIN2` as `card_pin_`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z]/g, '_')
    .toLowerCase();

export const isSecretName = (name: string): boolean =>
  (SECRET.test(name) && !IDEMPOTENCY.test(name.trim())) ||
  (SHORT_SECRET.test(name) && SECRET_WORDS.test(wordsOf(name)));

/** Names of members with addresses, dates of birth and tax numbers, which are masked even for example persons. */
const PRIVATE = /street|addr|birth|dob|vat|tax/i;
const PRIVATE_WORDS =
  /(?:^|_)(?:street|addr|address)|birth|(?:^|_)dob(?:_|$)|(?:^|_)vat(?:in)?_*$|(?:^|_)(?:vat|tax)_?(?:payer_?|reg(?:istration)?_?|identification_?)?(?:id|nr|no|number|code)/;

export const isPrivateName = (name: string): boolean =>
  PRIVATE.test(name) && PRIVATE_WORDS.test(wordsOf(name)) && !PERSONAL.test(name);

/** Headers with the IP address of the client. */
const ADDRESS_HEADER = /^(?:forwarded|x-forwarded-for|x-real-ip|true-client-ip|cf-connecting-ip)$/;

export const isSecretHeader = (name: string): boolean => isSecretName(name) || ADDRESS_HEADER.test(name);

/** Names of members that contain a person; all texts in them are personal data. */
const PERSON = /^(?:owner|registrant|contact|person|customer|admin|tech|billing)s?$/i;

/** Names of members with personal data, also outside of the objects of `PERSON`. */
const PERSONAL =
  /^(?:e?_?mail|email_?address|(?:first|last|given|family|full|sur)_?name|surname|phone|tel|fax|mobile)|_?(?:email|phone)$/i;

/** The country of a person is not masked. */
const HARMLESS = /^country(?:_?code)?$/i;

/** A cheap test whether a text can contain anything that `clean` replaces. */
const SUSPICIOUS = /ny_|whsec_|ticket_|bearer|basic|@|\+|:\/\/|%40|%2b/i;

const KEY_VALUE = /\b(ny_[a-z]+_|whsec_|ticket_)[\w+/=-]+/gi;
const CREDENTIALS = /\b(bearer|basic)\s+[^\s"',;]+/gi;
const USER_INFO = /(:\/\/)[^\s/?#"'@]*@/g;
const WORD = /[^\s"'<>()[\]{}|\\,;:=&?/]+/g;
const NUMBER = /(?:\+|%2b)[\d ().\-/%]+/gi;

/** Replaces secrets, email addresses, phone numbers and card numbers inside of a text. */
export const clean = (text: string): string =>
  isSuspicious(text) ? cleanExample(text).replace(NUMBER, number => (isPhoneNumber(number) ? MASKED : number)) : text;

const isSuspicious = (text: string): boolean => SUSPICIOUS.test(text) || mayContainCardNumber(text);

/** The shortest phone numbers have seven digits. */
const isPhoneNumber = (text: string): boolean => text.replace(/\D/g, '').length >= 7;

/** Like `clean`, for texts of a person with an example address, whose phone number is kept. */
function cleanExample(text: string): string {
  if (!isSuspicious(text)) return text;
  const masked = text
    .replace(KEY_VALUE, `$1${REDACTED}`)
    .replace(CREDENTIALS, `$1 ${REDACTED}`)
    .replace(USER_INFO, '$1')
    .replace(WORD, word => (isAddress(word) && !isExampleAddress(word) ? MASKED : word));
  return maskCardNumbers(masked);
}

/**
 * JSON text that does not match is stored unchanged, because parsing and writing the value again costs more than the
 * rest of logging. It matches every text with a name, sign or prefix of the rules above, and escaped characters.
 */
const SENSITIVE =
  /[@+\\]|%40|%2b|:\/\/|ny_|whsec_|secret|pass|token|credential|authori|cookie|ticket|signature|cv[vcn]|csc|iban|pin|pwd|otp|security|card.?n|street|addr|birth|dob|vat|tax|\d(?:[\s+._\u2010-\u2015-]{0,3}\d){12}|keys?"|[-_ ]key|(?:api|access|private)key|bearer|basic|owner|registrant|contact|person|customer|admin|tech|billing|mail|phone|mobile|"(?:tel|fax|surname)|(?:first|last|given|family|full|sur)_?name/i;

/** Returns JSON text unchanged if it certainly contains nothing to redact. */
const harmlessJson = (text: string): string | undefined => (SENSITIVE.test(text) ? undefined : text);

type Context = 'none' | 'person' | 'example person';

/** JSON text of a value without secrets and personal data. Stops soon after `limit` characters. */
export function redactedJson(value: unknown, limit = Infinity): string {
  const text = JSON.stringify(value) ?? 'null';
  return harmlessJson(text) ?? redact(value, limit);
}

/** Reads JSON text and writes it without secrets and personal data. */
export const redactedText = (text: string, limit: number): string =>
  harmlessJson(text) ?? redact(JSON.parse(text), limit);

function redact(value: unknown, limit: number): string {
  const writer = new RedactingWriter(limit);
  writer.write(value, 'none');
  return writer.text;
}

/** Writes JSON text directly, because a redacted copy of every value would cost twice as much. */
class RedactingWriter {
  text = '';

  constructor(private readonly limit: number) {}

  write(value: unknown, context: Context): void {
    if (this.text.length > this.limit) return;
    if (typeof value === 'string') this.writeText(value, context);
    else if (Array.isArray(value)) this.writeArray(value, context);
    else if (typeof value === 'object' && value !== null) this.writeObject(value as Record<string, unknown>, context);
    else if (typeof value === 'number' && (context === 'person' || isCardNumber(value))) this.text += quoted(MASKED);
    else this.text += JSON.stringify(value) ?? 'null';
  }

  /** Shortens long texts first, so that regular expressions do not process more than can be kept. */
  private writeText(text: string, context: Context): void {
    const start = text.length > 2 * this.limit ? text.slice(0, 2 * this.limit) : text;
    this.text += quoted(context === 'person' ? MASKED : context === 'none' ? clean(start) : cleanExample(start));
  }

  private writeArray(items: unknown[], context: Context): void {
    this.text += '[';
    for (let i = 0; i < items.length && this.text.length <= this.limit; i++) {
      if (i > 0) this.text += ',';
      this.write(items[i], context);
    }
    this.text += ']';
  }

  private writeObject(object: Record<string, unknown>, outer: Context): void {
    const isExample = 'email' in object ? belongsToExample(object) : outer === 'example person';
    this.text += '{';
    let separator = '';
    for (const name of Object.keys(object)) {
      if (this.text.length > this.limit) break;
      this.text += `${separator}${quoted(clean(name))}:`;
      separator = ',';
      this.writeMember(name, object[name], { outer, isExample });
    }
    this.text += '}';
  }

  private writeMember(
    name: string,
    value: unknown,
    { outer, isExample }: { outer: Context; isExample: boolean },
  ): void {
    if (isSecretName(name) && value !== null && typeof value !== 'boolean') this.text += quoted(REDACTED);
    else if (isPrivateName(name)) this.write(value, 'person');
    else this.write(value, this.contextOf(name, value, { outer, isExample }));
  }

  /** Context for the value of a member. A person with an example address is an example. */
  private contextOf(
    name: string,
    value: unknown,
    { outer, isExample }: { outer: Context; isExample: boolean },
  ): Context {
    if (HARMLESS.test(name)) return 'none';
    if (outer === 'person') return 'person';
    if (PERSON.test(name)) return belongsToExample(value) ? 'example person' : 'person';
    if (PERSONAL.test(name)) return isExample ? 'example person' : 'person';
    return isExample ? outer : 'none';
  }
}

/** Whether an object has an email address, and it is an example. */
function belongsToExample(value: unknown): boolean {
  const { email } = (value ?? {}) as { email?: unknown };
  return typeof email === 'string' && email.includes('@') && isExampleAddress(email);
}

/** Shorter numbers can be times in milliseconds. */
const isCardNumber = (value: number): boolean => value >= 2e14 && maskCardNumbers(String(value)) === MASKED;

const quoted = (text: string): string => JSON.stringify(text);
