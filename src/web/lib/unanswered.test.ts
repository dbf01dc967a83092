import { describe, expect, it } from 'vitest'
import { unanswered } from './unanswered.ts'

describe('choices on their way to the address', () => {
  it('stay when an older one arrives, and are over when the newest does or somebody else wrote', () => {
    expect(unanswered(['a', 'a,b'], 'a')).toEqual(['a,b'])
    expect(unanswered(['a', 'a,b'], 'a,b')).toEqual([])
    expect(unanswered(['a', '', 'a'], 'a')).toEqual([])
    expect(unanswered(['a', 'a,b'], 'c')).toEqual([])
  })
})
