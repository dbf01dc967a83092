import { describe, expect, it } from 'vitest'
import { outputOf } from '#nodes/trial.ts'
import { Passages, splitText } from './split-text.ts'

describe('split text', () => {
  it('cuts the document of the input into passages with places', async () => {
    const text = '# Terms\nAlpha is first. Beta is second.\n\n# Price\nGamma costs ten rupees.'
    const { chunks, count } = Passages.parse(await outputOf(splitText, {}, { input: { document: text, file: null } }))
    expect(count).toBe(2)
    expect(chunks.map((one) => one.heading)).toEqual(['Terms', 'Price'])
    for (const one of chunks) expect(text.slice(one.start, one.end)).toBe(one.text)
  })

  it('takes the document of its setting first', async () => {
    const output = await outputOf(splitText, { document: 'One sentence.' }, { input: { text: 'Another.' } })
    expect(output).toMatchObject({ count: 1, chunks: [{ text: 'One sentence.', page: null, heading: null }] })
  })

  it('refuses to split nothing', async () => {
    await expect(outputOf(splitText, {}, { input: {} })).rejects.toMatchObject({ code: 'document_missing' })
    await expect(outputOf(splitText, { document: ' \n ' })).rejects.toMatchObject({ code: 'document_empty' })
  })
})
