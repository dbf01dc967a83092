import { afterEach, expect, it } from 'vitest'
import { WorkflowFileThreads } from './threads.ts'

let threads: WorkflowFileThreads | undefined
afterEach(() => threads?.stop())

function start(options: Partial<ConstructorParameters<typeof WorkflowFileThreads>[0]> = {}): WorkflowFileThreads {
  const log = { info: () => {}, warn: () => {} }
  threads = new WorkflowFileThreads({ size: 1, heapMb: 256, maxQueue: 20, idleMs: 60_000, log, ...options })
  return threads
}

const file = (type: string, parameters: object) => ({
  name: 'From elsewhere',
  nodes: [{ id: '1', name: 'Step', type: `n8n-nodes-base.${type}`, typeVersion: 1, position: [0, 0], parameters }],
  connections: {},
})
const small = file('set', { values: { string: [{ name: 'a', value: '={{ $json.b }}' }] } })
/** Each of the rules translates the long expression again. */
const endless = file('switch', {
  dataType: 'string',
  value1: `={{ ${'$json.a + '.repeat(1000)}1 }}`,
  rules: { rules: Array(12_000).fill({ value2: 'a', output: 1 }) },
})

it('a file is read in a thread as it is elsewhere, and refused with a named error', async () => {
  const pool = start()
  const { format, workflows } = await pool.read('a', small)
  expect([format, workflows[0]?.document.nodes[1]?.config]).toMatchObject([
    'n8n',
    { fields: [{ name: 'a', value: '{{ $input.b }}' }] },
  ])
  await expect(pool.read('a', '{')).rejects.toMatchObject({ name: 'ImportError', code: 'not_json', field: null })
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  await expect(pool.read('a', deep)).rejects.toMatchObject({ code: 'too_deep' })
})

it('a file that takes too long is stopped with a named error, and the file of another user is read', async () => {
  const pool = start({ killCpuMs: 300 })
  await expect(pool.read('a', endless)).rejects.toMatchObject({ name: 'ImportError', code: 'too_complex' })
  await expect(pool.read('b', small)).resolves.toMatchObject({ format: 'n8n' })
})

it('an owner with many files does not delay the file of another by more than two', async () => {
  const pool = start()
  const order: string[] = []
  const one = (owner: string) => pool.read(owner, small).then(() => order.push(owner))
  await Promise.all([...Array.from({ length: 10 }, () => one('greedy')), one('other')])
  expect(order.indexOf('other')).toBeLessThanOrEqual(2)
})
