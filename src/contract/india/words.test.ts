import { expect, it } from 'vitest'
import { rupeesInWords } from './words.ts'

it.each([
  [0, 'Rupees zero only'],
  [50, 'Rupees zero and fifty paise only'],
  [100, 'Rupees one only'],
  [118_000, 'Rupees one thousand one hundred eighty only'],
  [2_100, 'Rupees twenty one only'],
  [12_000_050, 'Rupees one lakh twenty thousand and fifty paise only'],
  [
    1_234_567_891,
    'Rupees one crore twenty three lakh forty five thousand six hundred seventy eight and ninety one paise only',
  ],
  [100_000_000_000, 'Rupees one hundred crore only'],
])('%d paise are %s', (paise, text) => {
  expect(rupeesInWords(paise)).toBe(text)
})
