import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of files by name. It has no real times, so the same files result in the same bytes. */
export function zip(files) {
  const entries = Object.entries(files).map(([name, content]) => ({ name: Buffer.from(name), content }));
  const local = [];
  const central = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const data = deflateRawSync(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0); // version
    header.writeUInt16LE(0x0800, 2); // names in UTF-8
    header.writeUInt16LE(8, 4); // deflate
    header.writeUInt16LE(0x21, 8); // 1 January 1980
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(data.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04'), header, name, data);
    central.push(Buffer.from('PK\x01\x02\x14\x00'), header, rest, name);
    offset += 4 + header.length + name.length + data.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end]);
}
