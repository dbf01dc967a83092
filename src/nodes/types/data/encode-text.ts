import { z } from 'zod'
import { fromBase64, fromHex, toBase64, toBase64Url, toHex } from '#nodes/lib/data/bytes.ts'
import { textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const FORMATS = ['base64', 'base64url', 'hex', 'url', 'html'] as const
type Format = (typeof FORMATS)[number]

export const encodeText = defineNode({
  type: 'encode_text',
  version: 1,
  title: 'Encode or decode',
  category: 'data',
  icon: 'binary',
  description: 'Encodes text as Base64, hexadecimal, URL component or escaped HTML, or decodes it.',
  kind: 'pure',
  heavy: 'when_large',
  config: z.strictObject({
    value: value('Text', 'The text. Leave empty to use the input.'),
    format: z.enum(FORMATS).default('base64').describe('The encoding.').meta({ title: 'Format' }),
    direction: z
      .enum(['encode', 'decode'])
      .default('encode')
      .describe('Encode or decode.')
      .meta({ title: 'Direction' }),
  }),
  example: { value: 'नमस्ते', format: 'base64' },
  output: z.string(),
  sentence: ({ format, direction }) => `${direction === 'encode' ? 'To' : 'From'} ${format}`,
  run(ctx) {
    const { format, direction } = ctx.config
    const text = textFrom(ctx.config.value, ctx.input)
    return output(direction === 'encode' ? encoded(text, format) : decoded(text, format))
  },
})

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function encoded(text: string, format: Format): string {
  const bytes = () => new TextEncoder().encode(text)
  switch (format) {
    case 'base64':
      return toBase64(bytes())
    case 'base64url':
      return toBase64Url(bytes())
    case 'hex':
      return toHex(bytes())
    case 'url':
      return encodeURIComponent(text.toWellFormed())
    case 'html':
      return text.replace(/[&<>"']/g, (character) => HTML[character] ?? character)
  }
}

function decoded(text: string, format: Format): string {
  const bad = (cause?: unknown) => new NodeError('bad_encoding', `The text is not ${format}`, { field: 'value', cause })
  if (format === 'html') return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => HTML_BACK[entity] ?? entity)
  try {
    if (format === 'url') return decodeURIComponent(text)
    const bytes = format === 'hex' ? fromHex(text) : fromBase64(text)
    if (bytes) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw bad(cause)
  }
  throw bad()
}

const HTML_BACK = Object.fromEntries(Object.entries(HTML).map(([character, entity]) => [entity, character]))
