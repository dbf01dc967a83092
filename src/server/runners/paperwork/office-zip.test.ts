import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { createZip } from '#server/gateways/zip-writer.ts'
import { readParts, writeParts } from './office-zip.ts'

describe('the parts of an Office file', () => {
  it('are written back without the folders that some programs list', async () => {
    const zip = new ZipFile()
    zip.addEmptyDirectory('word')
    zip.addBuffer(Buffer.from('<document/>'), 'word/document.xml')
    zip.end()
    const parts = readParts(await buffer(zip.outputStream))
    expect([...parts.keys()]).toEqual(['word/document.xml'])
    expect(readParts(await writeParts(parts))).toEqual(parts)
  })

  it.each(['/word/document.xml', '../document.xml', 'word\\..\\document.xml', 'C:document.xml'])(
    'are refused when one is named %s',
    async (name) => {
      // The writer allows no such name: it is put in afterwards, over one of the same length.
      const allowed = 'x'.repeat(name.length)
      const entries = async function* () {
        yield { name: allowed, data: (async function* () {})() }
      }
      const text = (await buffer(createZip(entries()))).toString('latin1')
      expect(() => readParts(Buffer.from(text.replaceAll(allowed, name), 'latin1'))).toThrow(
        expect.objectContaining({ code: 'file_broken' }),
      )
    },
  )
})
