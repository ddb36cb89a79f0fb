import { type AddressKind, isAllowed, kindOfAddress } from './addresses.js';

const CASES: Record<AddressKind, string[]> = {
  public: [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ],
  private: [
    '127.0.0.1',
    '127.255.255.255',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::FFFF:10.0.0.1',
  ],
  reserved: [
    // this host, link-local, multicast, reserved, broadcast
    '0.0.0.0',
    '0.1.2.3',
    '169.254.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    // protocol assignments, documentation, anycast of NAT64
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '198.51.100.1',
    '203.0.113.1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    // embedded IPv4 addresses
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
    '::ffff:0.0.0.0',
    '::ffff:169.254.169.254',
    '64:ff9b::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:1::',
    '2002:808:808::1',
    // unassigned
    '4000::1',
    'fe00::1',
    // cloud metadata
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
    // not in the notation of an IP address
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '1.1.1.1.',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700:4700::1111%lo',
  ],
};

const cases = Object.entries(CASES).flatMap(([kind, addresses]) => addresses.map(address => ({ address, kind })));

describe('kindOfAddress', () => {
  it.each(cases)('classifies $address as $kind', ({ address, kind }) => expect(kindOfAddress(address)).toBe(kind));
});

describe('isAllowed', () => {
  it('always allows public addresses, and private ones if they are enabled', () => {
    for (const { address, kind } of cases) {
      expect([address, isAllowed(address, false)]).toEqual([address, kind === 'public']);
      expect([address, isAllowed(address, true)]).toEqual([address, kind !== 'reserved']);
    }
  });
});
