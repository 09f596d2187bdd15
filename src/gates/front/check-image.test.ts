import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkImage } from './check-image.ts';

const check = (bytes: Buffer, maxMb = 8) => checkImage(bytes.toString('base64'), { maxMb });

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const gif = (width: number, height: number) => {
  const bytes = Buffer.alloc(20);
  bytes.write('GIF89a', 0, 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};
/** A camera's notes stand before the frame header, and fill bytes before its marker. */
const jpeg = (width: number, height: number) => {
  const notes = Buffer.alloc(2 + 5_000, 0xc0);
  notes.writeUInt16BE(0xffe1, 0);
  notes.writeUInt16BE(5_000, 2);
  const frame = Buffer.from([0xff, 0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 1, 1, 2, 1, 1, 3, 1, 1]);
  frame.writeUInt16BE(height, 6);
  frame.writeUInt16BE(width, 8);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), notes, frame]);
};
const webp = (chunk: string, fill: (bytes: Buffer) => void) => {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF\0\0\0\0WEBP${chunk}`, 0, 'latin1');
  fill(bytes);
  return bytes;
};

describe('checkImage', () => {
  it.each([
    ['png', png(640, 480)],
    ['jpeg', jpeg(640, 480)],
    ['gif', gif(640, 480)],
    [
      'webp',
      webp('VP8 ', (bytes) => {
        bytes.writeUIntBE(0x9d012a, 23, 3);
        bytes.writeUInt16LE(640, 26);
        bytes.writeUInt16LE(480, 28);
      }),
    ],
    [
      'webp',
      webp('VP8L', (bytes) => {
        bytes[20] = 0x2f;
        bytes.writeUInt32LE(639 | (479 << 14), 21);
      }),
    ],
    [
      'webp',
      webp('VP8X', (bytes) => {
        bytes.writeUIntLE(639, 24, 3);
        bytes.writeUIntLE(479, 27, 3);
      }),
    ],
  ])('reads the size of a %s from its header', (type, bytes) => {
    const image = { type, width: 640, height: 480, bytes: bytes.length };
    expect(check(bytes)).toEqual({ ok: true, image });
  });

  it('goes by the content, whatever the data URL says it is', () => {
    const data = png(2, 3).toString('base64');
    for (const name of ['image/gif', 'text/html;charset=utf-8', '']) {
      const image = { type: 'png', width: 2, height: 3 };
      expect(checkImage(`data:${name};base64,${data}`, { maxMb: 8 })).toMatchObject({ ok: true, image });
    }
    const page = Buffer.from('<script>alert(1)</script>').toString('base64');
    expect(checkImage(`data:image/png;base64,${page}`, { maxMb: 8 })).toMatchObject({
      code: 'IMAGE_TYPE_UNKNOWN',
    });
  });

  it('takes base64 in lines, as tools write it', () => {
    const lines = png(2, 3).toString('base64').replace(/.{20}/gu, '$&\r\n');
    expect(checkImage(`${lines}\n`, { maxMb: 8 })).toMatchObject({ ok: true });
  });

  it.each([
    '',
    'data:image/png;base64,',
    'https://example.org/a.png',
    'not base64!',
    'data:image/png,%89PNG',
  ])('cannot read %j', (image) => {
    expect(checkImage(image, { maxMb: 8 })).toMatchObject({ ok: false, code: 'IMAGE_UNREADABLE' });
  });

  it.each([
    ['a PNG cut off', png(640, 480).subarray(0, 20)],
    ['a PNG of no width', png(0, 480)],
    ['a JPEG cut off before its frame', jpeg(640, 480).subarray(0, 300)],
    ['a JPEG whose segment has no length', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['a WebP of an unknown coding', webp('VP9 ', () => {})],
  ])('cannot read %s', (_, bytes) => {
    expect(check(bytes)).toMatchObject({ ok: false, code: 'IMAGE_UNREADABLE' });
  });

  it('takes an image of the limit and refuses one byte more', () => {
    const image = (length: number) => Buffer.concat([png(2, 3), Buffer.alloc(length - 64)]);
    expect(check(image(1_000_000), 1)).toMatchObject({ ok: true });
    expect(check(image(1_000_001), 1)).toEqual({ ok: false, code: 'IMAGE_TOO_LARGE', details: { limit: 1 } });
    expect(check(image(3_000_000), 1)).toMatchObject({ code: 'IMAGE_TOO_LARGE' });
  });

  it('refuses a small file that unfolds to too many pixels', () => {
    expect(check(png(12_001, 1))).toMatchObject({
      code: 'IMAGE_TOO_MANY_PIXELS',
      details: { width: 12_001, height: 1 },
    });
    expect(check(png(1, 12_001))).toMatchObject({ code: 'IMAGE_TOO_MANY_PIXELS' });
    expect(check(png(10_000, 5_001))).toMatchObject({ code: 'IMAGE_TOO_MANY_PIXELS' });
    expect(check(png(10_000, 5_000))).toMatchObject({ ok: true });
  });

  it('never throws, whatever it is given', () => {
    const starts = [
      png(1, 1),
      jpeg(1, 1),
      gif(1, 1),
      webp('VP8X', () => {}),
      Buffer.from('RIFF0000WEBPVP8L'),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.nat(40),
        fc.uint8Array({ maxLength: 60 }),
        (start, cut, rest) => {
          expect(check(Buffer.concat([start.subarray(0, cut), rest]))).toHaveProperty('ok');
        },
      ),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(checkImage(text, { maxMb: 8 })).toHaveProperty('ok');
      }),
    );
  });

  it('ends on blanks without end', () => {
    expect(checkImage(`${' '.repeat(500_000)}x${' '.repeat(500_000)}!`, { maxMb: 8 })).toMatchObject({
      code: 'IMAGE_UNREADABLE',
    });
  });
});
