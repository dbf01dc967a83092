import { describe, expect, it } from 'vitest'
import type { CodePort } from '#nodes/ports.ts'
import { outputOf } from '#nodes/trial.ts'
import { code } from './code.ts'

describe('code', () => {
  it('hands source, input and limits to the sandbox and logs what it printed', async () => {
    const calls: unknown[] = []
    const lines: string[] = []
    const port: CodePort = async (source, bindings, limits) => {
      calls.push([source, bindings, limits])
      return { output: { done: true }, logs: ['one'] }
    }
    const trial = { input: { a: 1 }, ports: { code: port }, log: (line: string) => lines.push(line) }
    expect(await outputOf(code, { source: 'return 1', trigger: { by: 'api' } }, trial)).toEqual({ done: true })
    expect(calls).toEqual([
      ['return 1', { input: { a: 1 }, items: [{ a: 1 }], trigger: { by: 'api' } }, { timeout_ms: 5000, memory_mb: 64 }],
    ])
    expect(lines).toEqual(['one'])
  })
})
