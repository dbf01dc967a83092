import { expect, it } from 'vitest'
import { rupeesInHindi } from './words-hindi.ts'

it.each([
  [0, 'शून्य रुपये मात्र'],
  [50, 'शून्य रुपये और पचास पैसे मात्र'],
  [100, 'एक रुपया मात्र'],
  [118_000, 'एक हज़ार एक सौ अस्सी रुपये मात्र'],
  [12_000_050, 'एक लाख बीस हज़ार रुपये और पचास पैसे मात्र'],
  [1_234_567_891, 'एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपये और इक्यानवे पैसे मात्र'],
  [100_000_000_000, 'एक सौ करोड़ रुपये मात्र'],
])('%d paise are %s', (paise, text) => {
  expect(rupeesInHindi(paise)).toBe(text)
})

it('has a word for each number below a hundred', () => {
  const words = Array.from({ length: 100 }, (_, count) => rupeesInHindi(count * 100))
  expect(new Set(words).size).toBe(100)
})
