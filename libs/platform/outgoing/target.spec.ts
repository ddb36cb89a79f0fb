import { problemOfTarget } from './target.js';

const ALWAYS = [
  'https://shop.example/webhooks',
  'https://shop.example',
  'HTTPS://Shop.Example/Hooks?tenant=1&x=%20',
  '  https://shop.example/webhooks\n',
  'https://shop.example:8443/',
  'https://shop.example:443/',
  'https://bücher.example/',
  'https://xn--bcher-kva.example/',
  'https://my_shop.example/',
  'https://1.1.1.1/',
  'https://1.1.1.1./',
  'https://0x01010101/',
  'https://[2606:4700:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://127.0.0.1.nip.io/',
  'https://localhost.example/',
  'https://notlocalhost.com/',
  'https://internal.example.com/',
  `https://shop.example/${'a'.repeat(2_048 - 'https://shop.example/'.length)}`,
];

const PRIVATE_ONLY = [
  'http://shop.example/webhooks',
  'http://1.1.1.1/',
  'http://localhost:3000/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'https://api.localhost/',
  'https://printer.local/',
  'https://vault.internal/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://nas.home.arpa/',
  'https://receiver/',
  'https://metadata/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://0177.0.0.01/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://%6c%6f%63%61%6c%68%6f%73%74/',
  'https://10.0.0.1/',
  'https://167772161/',
  'https://172.16.0.1:8080/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://198.18.0.1/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
];

const NEVER = [
  // reserved addresses
  'https://0.0.0.0/',
  'https://0/',
  'https://0x0/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254./',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://0251.0376.0251.0376/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://[::]/',
  'https://[::127.0.0.1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://[fd00:ec2::254]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:0.0.0.0]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001:db8::1]/',
  // other protocols
  'ftp://shop.example/',
  'file:///etc/passwd',
  'gopher://shop.example/',
  'ws://shop.example/',
  'unix:///var/run/docker.sock',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'mailto:ada@example.com',
  'blob:https://shop.example/1',
  // forbidden parts
  'https://ada@shop.example/',
  'https://ada:secret@shop.example/',
  'https://:secret@shop.example/',
  'https://shop.example@127.0.0.1/',
  'https://shop.example:443@169.254.169.254/',
  'https://shop.example/#top',
  'https://shop.example/#',
  'https://shop.example:0/',
  'https://shop.example:65536/',
  `https://shop.example/${'a'.repeat(2_049 - 'https://shop.example/'.length)}`,
  // invalid host
  '',
  ' ',
  'shop.example',
  '//shop.example/',
  '/webhooks',
  'https:',
  'https://',
  'https:///',
  'https://?a=1',
  'https:shop.example',
  'https:/shop.example',
  'https:\\\\shop.example\\',
  'https://shop.example\\@127.0.0.1/',
  'https://shop.example./',
  'https://localhost./',
  'https://shop.example%2e/',
  'https://shop..example/',
  'https://.shop.example/',
  'https://*.shop.example/',
  'https://shop!.example/',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(126)}example/`,
  'https://shop .example/',
  'https://shop.example/a b',
  'https://shop\t.example/',
  'https://shop.example/a\nb',
  'https://shop.example/\u0000',
  'https://%00.example/',
  'https://256.1.1.1/',
  'https://1.2.3.4.5/',
  'https://shop.1/',
  'https://[::1/',
  'https://[fe80::1%25eth0]/',
  'https://xn--/',
  'https://shop.xn--a/',
];

const isValid = (allowPrivate: boolean) => (url: string) => problemOfTarget(url, { allowPrivate }) === undefined;

describe('problemOfTarget', () => {
  it.each(ALWAYS)('always accepts %j', url => {
    expect([false, true].map(mode => isValid(mode)(url))).toEqual([true, true]);
  });

  it.each(PRIVATE_ONLY)('accepts %j only if private targets are allowed', url => {
    expect([false, true].map(mode => isValid(mode)(url))).toEqual([false, true]);
  });

  it.each(NEVER)('rejects %j', url => {
    expect([false, true].map(mode => isValid(mode)(url))).toEqual([false, false]);
  });

  it.each([
    ['http://shop.example/', /must be an https URL; http is accepted only if WEBHOOK_ALLOW_PRIVATE_TARGETS is true/],
    ['ftp://shop.example/', /^must be an https URL$/],
    ['https://localhost/', /public host; localhost is private, .* WEBHOOK_ALLOW_PRIVATE_TARGETS is true$/],
    ['https://0x7f000001/', /127\.0\.0\.1 is private/],
    ['https://[::]/', /must not use the reserved address ::/],
    ['https://ada:secret@shop.example/', /must not contain a user name or password/],
    ['https://shop.example/#top', /must not contain a fragment/],
    ['https://shop.example:0/', /must have a port from 1 to 65535/],
    ['https://shop.example./', /inner dots/],
    ['shop.example', /for example https:\/\/shop\.example\/webhooks/],
    [`https://shop.example/${'a'.repeat(3_000)}`, /at most 2048 characters/],
  ])('names the problem of %s', (url, problem) =>
    expect(problemOfTarget(url, { allowPrivate: false })).toMatch(problem),
  );

  it('does not repeat a password', () => {
    expect(problemOfTarget('https://ada:hunter2@shop.example/', { allowPrivate: false })).not.toContain('hunter2');
  });
});
