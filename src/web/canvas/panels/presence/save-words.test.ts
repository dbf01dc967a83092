import { describe, expect, it } from 'vitest'
import { saveTrouble, saveWords } from './save-words.ts'

describe('how far it is saved', () => {
  it.each([
    [{ state: 'saved', at: null }, 'Saved'],
    [{ state: 'saved', at: 0 }, 'Saved 3 s ago'],
    [{ state: 'saving' }, 'Saving...'],
    [{ state: 'waiting', reason: 'x' }, 'Not saved'],
  ] as const)('%j is %s', (save, words) => expect(saveWords(save, 3000)).toBe(words))

  it('counts minutes and hours', () => {
    const later = (ms: number) => saveWords({ state: 'saved', at: 0 }, ms)
    expect([later(59_000), later(120_000), later(7_200_000)]).toEqual([
      'Saved 59 s ago',
      'Saved 2 min ago',
      'Saved 2 h ago',
    ])
  })

  it('says what happens to changes that are not saved, and nothing when all is well', () => {
    expect(saveTrouble({ state: 'waiting', reason: 'No answer.' }, 2, true)).toBe(
      'No answer. You can continue: your 2 changes are kept in this browser and sent when the connection is back.',
    )
    expect(saveTrouble({ state: 'read_only', reason: 'It was archived.' }, 1, true)).toBe(
      'It was archived. Your change is kept in this browser and not saved to the workflow.',
    )
    expect(saveTrouble({ state: 'saved', at: null }, 0, true)).toBeNull()
  })
})
