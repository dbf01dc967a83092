/** A workbook with one sheet, written row by row (ECMA-376). Texts are written as texts: no cell becomes a formula. */
import { createZip, type NewZipEntry } from '#server/gateways/zip-writer.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What XML has no place for: controls, and halves of characters. */
const UNWRITABLE = /[[\p{Cc}--[\t\n\r]]\ufffe\uffff]/gv
/** A cell has room for so many characters. */
const MOST_CHARS = 32_767

const escaped = (text: string): string =>
  text
    .slice(0, MOST_CHARS)
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

function cell(value: string | number | null): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

async function* sheet(rows: AsyncIterable<readonly (string | number | null)[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  for await (const row of rows) yield `<row>${row.map(cell).join('')}</row>`
  yield '</sheetData></worksheet>'
}

async function* text(whole: string): AsyncGenerator<string> {
  yield HEAD + whole
}

async function* entries(
  name: string,
  rows: AsyncIterable<readonly (string | number | null)[]>,
): AsyncGenerator<NewZipEntry> {
  const part = (type: string) => `<Override PartName="/xl/${type}" ContentType="${SHEET}`
  yield {
    name: '[Content_Types].xml',
    data: text(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml')}.sheet.main+xml"/>${part('worksheets/sheet1.xml')}.worksheet+xml"/></Types>`,
    ),
  }
  yield {
    name: '_rels/.rels',
    data: text(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  }
  yield {
    name: 'xl/workbook.xml',
    data: text(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
  }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    data: text(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
  }
  yield { name: 'xl/worksheets/sheet1.xml', data: sheet(rows) }
}

export const writeXlsx = (
  name: string,
  rows: AsyncIterable<readonly (string | number | null)[]>,
): AsyncGenerator<Buffer> => createZip(entries(name, rows))
