import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { nextSort } from '#web/ui/table.tsx'
import { FileDrop } from './file-drop.tsx'
import { fileRefusal } from './file-refusal.ts'

const file = (name: string, size = 10, type = '') => ({ name, size, type })

describe('refusal', () => {
  it('takes what fits by ending or by kind', () => {
    expect(fileRefusal(file('a.PDF'), '.pdf,.txt', 100)).toBeUndefined()
    expect(fileRefusal(file('a', 10, 'image/png'), 'image/*', 100)).toBeUndefined()
    expect(fileRefusal(file('a.exe'), undefined, 100)).toBeUndefined()
  })
  it('says what is wrong with the rest', () => {
    expect(fileRefusal(file('a.exe'), '.pdf,.txt', 100)).toContain('.pdf, .txt')
    expect(fileRefusal(file('a.pdf', 0), '.pdf', 100)).toContain('empty')
    expect(fileRefusal(file('a.pdf', 26_000_000), '.pdf', 25_000_000)).toContain('26 MB')
  })
})

describe('the field', () => {
  const shown = (help?: string) =>
    renderToStaticMarkup(
      <FileDrop
        label="Choose a file"
        accept=".pdf,.txt"
        maxBytes={25_000_000}
        help={help}
        file={null}
        onFile={() => {}}
      />,
    )

  it.each([
    ['the help says the size', 'PDF or text, up to 25 MB.'],
    ['the help says the kind of document', 'A discharge summary.'],
    ['there is no help', undefined],
  ])('says once how large a file may be when %s', (_when, help) => {
    expect(shown(help).match(/up to 25 MB/g)).toHaveLength(1)
  })

  it('lists the types that can be read where the help does not', () => {
    expect(shown()).toContain('.pdf, .txt')
    expect(shown('PDF or text.')).not.toContain('.pdf, .txt')
  })
})

describe('nextSort', () => {
  it('sorts up first, then down, and up again by another column', () => {
    expect(nextSort(undefined, 'a')).toEqual({ key: 'a', direction: 'asc' })
    expect(nextSort({ key: 'a', direction: 'asc' }, 'a')).toEqual({ key: 'a', direction: 'desc' })
    expect(nextSort({ key: 'a', direction: 'desc' }, 'b')).toEqual({ key: 'b', direction: 'asc' })
  })

  it('lists the types that can be read in words a person can read', () => {
    expect(fileRefusal({ name: 'a.exe', type: '', size: 1 }, '.pdf,.docx,.txt', 9)).toBe(
      'This file type isn’t supported. Choose .pdf, .docx, .txt.',
    )
  })
})
