import { z } from 'zod'
import { toHex } from '#nodes/lib/data/bytes.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { ValueWriter } from '#nodes/lib/data/write-values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

/** RFC 9562: the namespace for names that are no address, domain or directory name of their own. */
const NAMESPACE = '6ba7b812-9dad-11d1-80b4-00c04fd430c8'

export const makeId = defineNode({
  type: 'make_id',
  version: 1,
  title: 'Make an id',
  category: 'data',
  icon: 'key-round',
  description:
    'Creates a UUID. With a value, the id is always the same for that value. Without one, it is new for every run and item, and stays the same when a run is resumed.',
  kind: 'pure',
  config: z.strictObject({
    from: value('From', 'The value the id is derived from. Leave empty for a new id in every run.').meta({
      title: 'From',
      widget: 'expression',
      placeholder: '{{ $input.order_number }}',
    }),
    prefix: z.string().max(50).default('').describe('Added before the id, for example INV-.').meta({ title: 'Prefix' }),
  }),
  example: { from: 'order 42' },
  output: z.string(),
  sentence: (config) => (config.from === undefined ? 'New for every run' : 'The same for the same value'),
  async run(ctx) {
    const { from, prefix } = ctx.config
    if (from === undefined || typeof from === 'string') {
      return output(prefix + (await nameBased(from ?? ctx.run.idempotency_key)))
    }
    return output(prefix + (await nameBased(await inSlices(new ValueWriter('sorted').write(from), ctx))))
  },
})

/** UUID version 5 (RFC 9562, 5.5). */
async function nameBased(name: string): Promise<string> {
  const space = NAMESPACE.replaceAll('-', '').match(/../g) ?? []
  const named = new TextEncoder().encode(name)
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-1', Uint8Array.from([...space.map((pair) => Number.parseInt(pair, 16)), ...named])),
  )
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = toHex(hash.subarray(0, 16))
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
