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
const STEPS = [
  step('Go', 'manualTrigger'),
  step('Ask', 'httpRequest', { url: 'https://a.example/job' }),
  step('Pause', 'wait', { amount: 5, unit: 'seconds' }),
  step('Ready', 'if', { conditions: { string: [{ value1: '={{ $json.status }}', value2: 'done' }] } }),
  step('Done', 'set', { values: { string: [{ name: 'at', value: "={{ $('Ask').item.json.url }}" }] } }),
  step('Tell', 'set', { values: { string: [{ name: 'x', value: 'y' }] } }),
]
/** `'A > B > C'`, `'A:1 > B'` for its second way out. */
function made(steps: Rest[], ...lines: string[]) {
  const connections: { [from: string]: { main: Json[][] } } = {}
  for (const line of lines) {
    const stops = line.split(' > ')
    for (const [index, to] of stops.slice(1).entries()) {
      const [from = '', output = '0'] = (stops[index] ?? '').split(':')
      connections[from] ??= { main: [[], []] }
      connections[from].main[Number(output)]?.push({ node: to.split(':')[0] ?? '', type: 'main', index: 0 })
    }
  }
  const [only] = importN8n({ name: 'W', nodes: steps, connections })
  if (!only) throw new Error('nothing was made')
  const { document, report } = only
  const wires = document.edges.map(({ from, to }) => `${from.node}.${from.port} > ${to.node}`).sort()
  const config = (id: string) => document.nodes.find((node) => node.id === id)?.config
  return { wires, config, report, problems: validate(document, catalogue).map(({ code }) => code) }
}

describe('a way back that asks again', () => {
  it('becomes “Repeat while”: what decides stays behind it, and steps after it read the last result', () => {
    const { wires, config, problems, report } = made(STEPS, 'Go > Pause > Ask > Ready > Done', 'Ready:1 > Pause')
    expect(problems).toEqual([])
    expect(wires).toEqual([
      'ask.out > ready',
      'go.out > repeat_pause',
      'pause.out > ask_pass',
      'ready.true > done',
      'repeat_pause.item > pause',
      'repeat_pause.out > ask',
    ])
    expect(config('repeat_pause')).toMatchObject({ most: 1000 })
    expect(config('repeat_pause')?.while).toMatch(/^\$index = 0 or .*\$item\.status/)
    expect(report.warnings.map(({ code, message }) => [code, message])).toContainEqual([
      'loop',
      'It repeats at most 1000 times here; n8n had no limit',
    ])
  })

  it('waits first where n8n waited between a decision and the next question, and says so', () => {
    const { wires, problems, report } = made(STEPS, 'Go > Ask > Ready > Done', 'Ready:1 > Pause > Ask')
    expect(problems).toEqual([])
    expect(wires).toContain('repeat_ask.item > pause')
    expect(report.warnings.map(({ message }) => message)).toContain(
      'Here it waits before it checks for the first time, too',
    )
  })

  it.each([
    ['a step of it leads elsewhere, too', STEPS, ['Go > Pause > Ask > Ready > Done', 'Ready:1 > Pause', 'Ask > Tell']],
    ['something is done between', STEPS, ['Go > Ask > Ready > Done', 'Ready:1 > Tell > Ask']],
    ['nothing decides', STEPS, ['Go > Ask > Pause > Ask']],
    [
      'the decision reads another step',
      STEPS.map((one) =>
        one.name === 'Ready'
          ? step('Ready', 'if', { conditions: { string: [{ value1: "={{ $('Go').item.json.a }}", value2: 'b' }] } })
          : one,
      ),
      ['Go > Pause > Ask > Ready > Done', 'Ready:1 > Pause'],
    ],
  ])('goes round as a whole where %s', (_name, steps, lines) => {
    const { problems, wires } = made(steps, ...lines)
    expect(problems).toEqual([])
    expect(wires.filter((wire) => wire.startsWith('repeat_') && wire.includes('.item > '))).toHaveLength(1)
    expect(wires.some((wire) => wire.endsWith('_again'))).toBe(true)
  })

  it('stays a placeholder where another step leads into its middle', () => {
    const { problems } = made(STEPS, 'Go > Pause > Ask > Ready > Done', 'Ready:1 > Pause', 'Go > Ask')
    expect(problems).toContain('placeholder')
  })
})
