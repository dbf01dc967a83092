import { describe, expect, it } from 'vitest'
import { pendingChoices } from './unanswered.ts'

describe('choices on their way to the address', () => {
  it('stay when an older one arrives, and are over when the newest does or another page wrote', () => {
    expect(pendingChoices(['a', 'a,b'], 'a')).toEqual(['a,b'])
    expect(pendingChoices(['a', 'a,b'], 'a,b')).toEqual([])
    expect(pendingChoices(['a', '', 'a'], 'a')).toEqual([])
    expect(pendingChoices(['a', 'a,b'], 'c')).toEqual([])
  })
})
