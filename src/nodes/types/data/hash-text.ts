import { z } from 'zod'
import { toBase64, toHex } from '#nodes/lib/data/bytes.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { ValueWriter } from '#nodes/lib/data/write-values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const ALGORITHMS = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512', sha1: 'SHA-1' } as const

export const hashText = defineNode({
  type: 'hash_text',
  version: 1,
  title: 'Hash',
  category: 'data',
  icon: 'fingerprint',
  description:
    'Calculates the hash of a text, optionally with a key (HMAC). Other values are hashed as JSON with sorted keys, so that equal values have equal hashes.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'The value to hash. Leave empty to use the input.'),
    algorithm: z
      .enum(['sha256', 'sha384', 'sha512', 'sha1'])
      .default('sha256')
      .describe('Use SHA-1 only for old systems that require it.')
      .meta({ title: 'Algorithm' }),
    key: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Creates an HMAC. Anyone who can read the workflow can read this key, so don’t use an important secret.',
      )
      .meta({ title: 'Key' }),
    encoding: z
      .enum(['hex', 'base64'])
      .default('hex')
      .describe('The encoding of the hash.')
      .meta({ title: 'Encoding' }),
  }),
  example: { value: 'hello' },
  output: z.string(),
  sentence: ({ algorithm, key }) => `${algorithm.toUpperCase()}${key === '' ? '' : ' with a key'}`,
  async run(ctx) {
    const { algorithm, key, encoding } = ctx.config
    const found = ctx.config.value ?? ctx.input
    const encoder = new TextEncoder()
    const text = typeof found === 'string' ? found : await inSlices(new ValueWriter('sorted').write(found), ctx)
    const bytes = encoder.encode(text)
    const hash = ALGORITHMS[algorithm]
    const { subtle } = crypto
    const made =
      key === ''
        ? await subtle.digest(hash, bytes)
        : await subtle.sign(
            'HMAC',
            await subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash }, false, ['sign']),
            bytes,
          )
    return output(encoding === 'hex' ? toHex(new Uint8Array(made)) : toBase64(new Uint8Array(made)))
  },
})
