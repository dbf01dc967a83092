/** Words that others wrote, in papers that we make: an invoice or a converted document does nothing when it is opened. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import type { Block } from '#nodes/paperwork.ts'
import { toHtml } from './blocks.ts'
import { writePdf } from './write-pdf.ts'

const HOSTILE: Record<string, string> = {
  'the end of a string and an action':
    'Asha) >> /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /O << /S /Launch /F (cmd) >> >> (',
  'the end of the stream and of the object':
    'Asha\nendstream\nendobj\n9 0 obj << /Type /Catalog /OpenAction << /S /URI /URI (https://evil.example) >> >> endobj\ntrailer << /Root 9 0 R >>',
  'operators of a page': 'Asha) Tj ET /Fm0 Do BT (',
  'markup and addresses':
    '<script>app.alert(1)</script><a href="javascript:alert(1)">x</a> https://evil.example <img src=x onerror=alert(1)>',
}

describe.each(Object.entries(HOSTILE))('%s', (_what, words) => {
  const blocks: Block[] = [
    { kind: 'heading', level: 1, text: words },
    { kind: 'paragraph', text: words },
    {
      kind: 'table',
      rows: [
        [words, '1'],
        ['2', words],
      ],
    },
  ]

  it('is text in a PDF, which runs, opens and links to nothing', async () => {
    const { bytes } = writePdf(blocks, { title: words })
    const pdf = await getDocument({ data: new Uint8Array(bytes) }).promise
    expect([await pdf.getOpenAction(), await pdf.getJSActions(), await pdf.getAttachments()]).toEqual([
      null,
      null,
      null,
    ])
    let text = ''
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      expect([await page.getAnnotations(), await page.getJSActions()]).toEqual([[], null])
      const { items } = await page.getTextContent()
      text += items.map((item) => ('str' in item ? item.str : '')).join('')
    }
    // Nothing of it was taken for the file's own: every word can be read.
    const letters = (one: string) => one.replace(/[^A-Za-z]/g, '')
    expect(letters(text).split(letters(words)).length - 1).toBeGreaterThanOrEqual(2)
  })

  it('is text in a page that is made of a document', () => {
    const html = toHtml(blocks, words)
    expect(html).not.toMatch(/<(?:script|img|a|iframe)\b/i)
  })
})
