import { z } from 'zod'
import { textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const OPERATIONS = [
  'upper_case',
  'lower_case',
  'title_case',
  'sentence_case',
  'trim',
  'single_spaces',
  'slug',
  'snake_case',
  'camel_case',
  'without_accents',
  'shorten',
  'pad_start',
  'pad_end',
] as const
type Operation = (typeof OPERATIONS)[number]

export const changeText = defineNode({
  type: 'change_text',
  version: 1,
  title: 'Change a text',
  category: 'data',
  icon: 'case-sensitive',
  description:
    'Changes case, trims, removes repeated spaces, makes slugs, shortens and pads; several operations can be combined.',
  kind: 'pure',
  heavy: 'when_large',
  config: z.strictObject({
    value: value('Text', 'The text. Leave empty to use the input.'),
    operations: z
      .array(z.enum(OPERATIONS))
      .min(1, 'Choose at least one operation')
      .max(20)
      .default(['trim'])
      .describe('Applied in this order.')
      .meta({ title: 'Operations' }),
    length: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(100)
      .describe('For shortening and padding: the length of the result.')
      .meta({ title: 'Length', when: { field: 'operations', is: ['shorten', 'pad_start', 'pad_end'] } }),
    fill: z
      .string()
      .min(1)
      .max(10)
      .default(' ')
      .describe('For padding: the text to fill with.')
      .meta({ title: 'Fill with', when: { field: 'operations', is: ['pad_start', 'pad_end'] } }),
  }),
  example: { operations: ['trim', 'slug'], value: '  Invoice No. 42  ' },
  output: z.string(),
  sentence: (config) => config.operations.map((one) => one.replaceAll('_', ' ')).join(', '),
  run(ctx) {
    const { operations, length, fill } = ctx.config
    let text = textFrom(ctx.config.value, ctx.input)
    for (const operation of operations) text = changed(text, operation, length, fill)
    return output(text)
  },
})

/** Without the accents of Latin letters; vowel signs of other scripts are no accents. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
const words = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const capital = (word: string) => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}

function changed(text: string, operation: Operation, length: number, fill: string): string {
  switch (operation) {
    case 'upper_case':
      return text.toUpperCase()
    case 'lower_case':
      return text.toLowerCase()
    case 'title_case':
      return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, capital)
    case 'sentence_case':
      return text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase())
    case 'trim':
      return text.trim()
    case 'single_spaces':
      return text.split(/\s/).filter(Boolean).join(' ')
    case 'slug':
      return words(plain(text)).join('-').toLowerCase()
    case 'snake_case':
      return words(plain(text)).join('_').toLowerCase()
    case 'camel_case':
      return words(plain(text))
        .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word)))
        .join('')
    case 'without_accents':
      return plain(text)
    case 'shorten':
      return shortened(text, length)
    case 'pad_start':
      return text.padStart(length, fill)
    case 'pad_end':
      return text.padEnd(length, fill)
  }
}

/** By characters as people see them (code points), so that no character is cut in half. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = [...text.slice(0, length * 2)]
  if (characters.length <= length && text.length <= length * 2) return text
  return `${characters.slice(0, length - 1).join('')}…`
}
