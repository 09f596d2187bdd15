import { crc32, deflateSync, inflateSync } from 'node:zlib';

const COLOURS = 256;
const FREQUENT = 160;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture of a page with 256 colours, the others taken for the nearest of these: a third of the size. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = choosePalette([...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour));
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = places.get(colourAt(pixels, (y * width + x) * channels)) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each a place in the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(pixels: Buffer, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
}

/** The most frequent colours, then again and again the one that is least like those chosen: a small red word stays red. */
function choosePalette(colours: readonly number[]): number[] {
  const palette = colours.slice(0, FREQUENT);
  const gaps = colours.map((colour) => Math.min(...palette.map((chosen) => distance(chosen, colour))));
  while (palette.length < Math.min(COLOURS, colours.length)) {
    const next = colours[gaps.indexOf(gaps.reduce((most, gap) => Math.max(most, gap), 0))] ?? 0;
    palette.push(next);
    for (const [i, colour] of colours.entries()) gaps[i] = Math.min(gaps[i] ?? 0, distance(next, colour));
  }
  return palette;
}

function nearest(palette: readonly number[], colour: number): number {
  return palette.reduce(
    (best, other, i) => (distance(other, colour) < distance(palette[best] ?? 0, colour) ? i : best),
    0,
  );
}

function distance(a: number, b: number): number {
  return (
    ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2
  );
}

/** Of the kind browsers make: eight bits a channel, not interlaced. */
function decode(png: Buffer): { width: number; height: number; channels: number; pixels: Buffer } {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
  }
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i += 1) {
      const left = i < channels ? 0 : (pixels[y * stride + i - channels] ?? 0);
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + i] ?? 0);
      const corner = y === 0 || i < channels ? 0 : (pixels[(y - 1) * stride + i - channels] ?? 0);
      const value = raw[y * (stride + 1) + 1 + i] ?? 0;
      pixels[y * stride + i] = value + predicted(filter, left, above, corner);
    }
  }
  return { width, height, channels, pixels };
}

/** The five filters of PNG: none, left, above, average, Paeth. */
function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
