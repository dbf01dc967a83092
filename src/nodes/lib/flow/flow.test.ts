import { describe, expect, it } from 'vitest'
import { tryNode } from '#nodes/trial.ts'
import { ifNode } from '#nodes/types/flow/if.ts'
import { mapNode } from '#nodes/types/flow/map.ts'
import { stop } from '#nodes/types/flow/stop.ts'
import { switchNode } from '#nodes/types/flow/switch.ts'

const input = { total: 5 }

describe('if', () => {
  it.each([
    [true, 'true'],
    [1, 'true'],
    ['no', 'true'],
    [[0, 1], 'true'],
    [false, 'false'],
    [0, 'false'],
    ['', 'false'],
    [null, 'false'],
    [[], 'false'],
    [{}, 'false'],
  ])('takes %j as %s and gives on its input', async (condition, port) => {
    expect(await tryNode(ifNode, { condition }, { input })).toEqual({ type: 'output', output: input, port })
  })
})

describe('switch', () => {
  const rules = (...held: boolean[]) => ({ rules: held.map((condition, index) => ({ port: `p${index}`, condition })) })

  it('takes the first rule that holds, else the default', async () => {
    expect(await tryNode(switchNode, rules(false, true, true), { input })).toMatchObject({ port: 'p1', output: input })
    expect(await tryNode(switchNode, rules(false, false), { input })).toMatchObject({ port: 'default' })
  })

  it('has a way out per rule', () => {
    const config = switchNode.config.parse({ rules: [{ port: 'big', title: 'Big one', condition: true }] })
    const ports = typeof switchNode.ports === 'function' ? switchNode.ports(config) : []
    expect(ports).toEqual([
      { name: 'big', title: 'Big one' },
      { name: 'default', title: 'Otherwise' },
    ])
    expect(
      switchNode.config.safeParse({
        rules: [
          { port: 'a', condition: 1 },
          { port: 'a', condition: 2 },
        ],
      }).success,
    ).toBe(false)
    expect(switchNode.config.safeParse({ rules: [{ port: 'default', condition: 1 }] }).success).toBe(false)
  })
})

describe('map', () => {
  it('asks for its items', async () => {
    expect(await tryNode(mapNode, { items: [1, 2], concurrency: 3 })).toEqual({
      type: 'map',
      items: [1, 2],
      concurrency: 3,
      on_item_error: 'stop',
    })
    expect(await tryNode(mapNode, {}, { input: [3] })).toMatchObject({ items: [3], concurrency: 5 })
    await expect(tryNode(mapNode, {}, { input })).rejects.toMatchObject({ code: 'not_a_list', field: 'items' })
    expect(mapNode.config.safeParse({ concurrency: 51 }).success).toBe(false)
  })
})

describe('stop', () => {
  it('ends the run', async () => {
    expect(await tryNode(stop, { message: 'enough' }, { input })).toEqual({
      type: 'stop',
      status: 'failed',
      output: input,
      message: 'enough',
    })
    expect(await tryNode(stop, { status: 'succeeded', output: 1 }, { input })).toMatchObject({
      status: 'succeeded',
      output: 1,
    })
  })
})
