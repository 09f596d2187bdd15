interface PdfText {
  text: string;
  size?: number;
  y: number;
}

/** A small PDF written by hand: pages of lines in Helvetica, or one page of any content stream with its filter. */
export function writePdf(pages: readonly (readonly PdfText[])[], info = ''): Uint8Array {
  return writePdfPages(
    pages.map((lines) => ({
      dictionary: '',
      content: Buffer.from(
        lines
          .map(({ text, size = 10, y }) => `BT /F1 ${size} Tf 50 ${y} Td (${escapeText(text)}) Tj ET`)
          .join('\n'),
        'latin1',
      ),
    })),
    info,
  );
}

export function writePdfPages(
  pages: readonly { dictionary: string; content: Buffer }[],
  info = '',
): Uint8Array {
  const objects: Buffer[] = [];
  const add = (body: string) => objects.push(Buffer.from(body, 'latin1'));
  const pageAt = (i: number) => 5 + 2 * i;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${pageAt(i)} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add(`<< ${info} >>`);
  for (const [i, { dictionary, content }] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${pageAt(i) + 1} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
    objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} ${dictionary} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  return assemble(objects);
}

function assemble(objects: readonly Buffer[]): Uint8Array {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [i, body] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, (character) => `\\${character}`);
}
