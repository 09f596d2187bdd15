import { inflateRawSync } from 'node:zlib';
import { load } from 'cheerio';
import mammoth from 'mammoth';
import { type FileToRead, type FormatReader, tooLarge, unreadable } from '../parsed-document.ts';
import { readPage } from './read-html.ts';

/** A Word document, by way of HTML: headings, paragraphs, lists and tables stay what they are; pictures go. */
export const readDocx: FormatReader = async (file) => {
  if (!checkZip(file).includes('word/document.xml')) {
    throw unreadable(file, 'its archive holds no Word document');
  }
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(file.bytes) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  );
  return readPage(load(html), file.name);
};

/** PKWARE APPNOTE 4.3: signatures and field offsets of the records that matter here. */
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;
const MOST_ENTRIES = 10_000;

/** Unpacks nothing bigger than it says and allowed, and finds no trap in the XML; else throws. Returns the entries' names. */
function checkZip(file: FileToRead): string[] {
  const zip = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const names: string[] = [];
  let left = file.limits.unpackedBytes;
  for (const entry of directoryOf(zip, file)) {
    left -= entry.unpackedSize;
    if (left < 0) {
      throw tooLarge(file, `it unpacks to more than ${file.limits.unpackedBytes} bytes`);
    }
    const content = unpack(zip, entry, file);
    if (/\.(?:xml|rels)$/iu.test(entry.name) && content.includes('<!DOCTYPE')) {
      throw unreadable(file, 'its XML declares entities');
    }
    names.push(entry.name);
  }
  return names;
}

interface Entry {
  name: string;
  method: number;
  packedSize: number;
  unpackedSize: number;
  headerAt: number;
}

function* directoryOf(zip: Buffer, file: FileToRead): Generator<Entry> {
  const damaged = () => unreadable(file, 'its archive is damaged');
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw damaged();
  const count = zip.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw tooLarge(file, `its archive has more than ${MOST_ENTRIES} entries`);
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
    const nameLength = zip.readUInt16LE(at + 28);
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      packedSize: zip.readUInt32LE(at + 20),
      unpackedSize: zip.readUInt32LE(at + 24),
      headerAt: zip.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

/** The directory may lie about a size: unpacking stops where the entry passes its own. */
function unpack(zip: Buffer, entry: Entry, file: FileToRead): Buffer {
  if (entry.headerAt + 30 > zip.length) throw unreadable(file, 'its archive is damaged');
  const from =
    entry.headerAt + 30 + zip.readUInt16LE(entry.headerAt + 26) + zip.readUInt16LE(entry.headerAt + 28);
  const packed = zip.subarray(from, from + entry.packedSize);
  if (entry.method !== DEFLATED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpackedSize) });
  } catch {
    // Either way the file is not what it says: more than its size, or no deflated data.
    throw unreadable(file, 'its archive is damaged or unpacks to more than it says');
  }
}
