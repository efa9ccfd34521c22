// Spreadsheets (xlsx) for tests: an archive with one sheet, cell by cell, and ways to falsify it.
import { crc32, deflateRawSync } from 'node:zlib';

/** A cell: text, a number as in the file, a day, or nothing. */
export type WorkbookCell = string | number | { readonly day: string } | { readonly raw: string } | null;

type ArchivePart = { readonly name: string; readonly content: string | Buffer; readonly says?: number };

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The bytes of a workbook with one sheet. */
export function workbook(rows: readonly (readonly WorkbookCell[])[], since1904 = false): Buffer {
  return workbookOf(sheetXml(rows), [], since1904);
}

/** The bytes of a workbook around a hand-written sheet. */
export function workbookOf(sheet: string, more: readonly ArchivePart[] = [], since1904 = false): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (inside: string) =>
    xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`,
    );
  return archive([
    {
      name: '[Content_Types].xml',
      content: xml(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>',
      ),
    },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook ${main} xmlns:r="${office}">${since1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'styles', 'styles.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      content: xml(
        `<styleSheet ${main}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...more,
  ]);
}

function sheetXml(rows: readonly (readonly WorkbookCell[])[]): string {
  const cells = rows.map((row, y) => {
    const inside = row.map((cell, x) => cellXml(cell, `${String.fromCharCode(65 + x)}${y + 1}`)).join('');
    return `<row r="${y + 1}">${inside}</row>`;
  });
  return xml(`<worksheet ${main}><sheetData>${cells.join('')}</sheetData></worksheet>`);
}

function cellXml(cell: WorkbookCell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  if ('raw' in cell) return `<c r="${place}"><v>${cell.raw}</v></c>`;
  const days = (Date.parse(cell.day) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return `<c r="${place}" s="1"><v>${days}</v></c>`;
}

/** A ZIP archive. `says` is the size that it claims for an unpacked file. */
export function archive(parts: readonly ArchivePart[]): Buffer {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content, says } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const behind = Buffer.alloc(14);
    behind.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, behind, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
