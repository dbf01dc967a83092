import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'

type Rest = { [key: string]: Json }
const step = (name: string, type: string, parameters: Rest = {}): Rest => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
})
const START = step('Start', 'manualTrigger')

describe('a circle with branches and several ways out', () => {
  const compare = (left: string, operation: string, right: Json): Rest => ({
    conditions: { number: [{ value1: left, operation, value2: right }] },
  })
  const circle = [
    START,
    step('Try', 'set', { values: { string: [{ name: 'n', value: '={{ $json.n + 1 }}' }] }, keepOnlySet: true }),
    step('Odd', 'if', compare('={{ $json.n % 2 }}', 'equal', 1)),
    step('Enough', 'if', compare('={{ $json.n }}', 'larger', 4)),
    step('Late', 'if', compare('={{ $json.n }}', 'larger', 90)),
    step('Done', 'noOp'),
    step('Given up', 'noOp'),
    step('Tell', 'noOp'),
  ]
  /** `A:1 > B` for its second way out. */
  const drawn = (...lines: string[]) => {
    const connections: { [from: string]: { main: Json[][] } } = {}
    for (const line of lines) {
      const [left = '', to = ''] = line.split(' > ')
      const [from = '', output = '0'] = left.split(':')
      connections[from] ??= { main: [[], []] }
      connections[from].main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
    }
    const [first] = importN8n({ name: 'Circle', nodes: circle, connections })
    if (!first) throw new Error('nothing was made')
    return { document: first.document, problems: validate(first.document, catalogue), report: first.report }
  }

  it('becomes one “Repeat while”, with a way behind it for each way out', () => {
    const { document, problems, report } = drawn(
      'Start > Try',
      'Try > Odd',
      'Odd:0 > Enough',
      'Odd:1 > Try',
      'Enough:0 > Done',
      'Enough:1 > Late',
      'Late:0 > Given up',
      'Late:1 > Try',
    )
    expect(problems).toEqual([])
    const loops = document.nodes.filter(({ type }) => type === 'loop')
    expect(loops).toHaveLength(1)
    const ways = document.nodes.find(({ id }) => id === 'repeat_try_way')?.config.rules as { port: string }[]
    expect(ways.map(({ port }) => port).sort()).toEqual(['done_next', 'given_up_next'])
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ code: 'loop', message: expect.stringContaining('at most 1000 times') }),
    )
  })

  it('does in each pass what each pass does besides going on', () => {
    const { document, problems } = drawn(
      'Start > Try',
      'Try > Enough',
      'Try > Tell',
      'Enough:0 > Done',
      'Enough:1 > Try',
    )
    expect(problems).toEqual([])
    const into = document.edges.filter(({ to }) => to.node === 'tell').map(({ from }) => from.node)
    expect(into).toEqual(['try'])
  })

  it('stays a placeholder where two branches go round side by side', () => {
    const { problems } = drawn('Start > Try', 'Try > Odd', 'Try > Enough', 'Odd:0 > Try', 'Enough:1 > Try')
    expect(problems.map(({ code }) => code)).toContain('placeholder')
  })
})
