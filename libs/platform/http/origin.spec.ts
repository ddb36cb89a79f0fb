import { originOf } from './origin.js';

describe('originOf', () => {
  it('omits the default port and lowercases the host', () => {
    expect(originOf('https', 'Sandbox.Example.com:443')).toBe('https://sandbox.example.com');
    expect(originOf('http', '127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
  });

  it.each(['', ' ', 'a b', ':', '[', '\u00c3\u0080', 'x:99999'])('returns undefined for the host %j', host => {
    expect(originOf('http', host)).toBeUndefined();
  });

  it.each(['toString', 'ftp', 'data'])('returns undefined for the protocol %s', protocol => {
    expect(originOf(protocol, 'sandbox.example.com')).toBeUndefined();
  });
});
