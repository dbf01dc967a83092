import { z } from 'zod'
import { nameBasedId } from '#nodes/lib/data/name-based-id.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { ValueWriter } from '#nodes/lib/data/write-values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

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
      return output(prefix + (await nameBasedId(from ?? ctx.run.idempotency_key)))
    }
    return output(prefix + (await nameBasedId(await inSlices(new ValueWriter('sorted').write(from), ctx))))
  },
})
