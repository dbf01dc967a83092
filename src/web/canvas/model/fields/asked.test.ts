import { describe, expect, it } from 'vitest'
import { answerKey, fixedInput, isFixed, unknownDependencies } from './asked.ts'
import type { Asks } from './field-model.ts'

const asks: Asks = { what: 'options', property: 'channel', dependsOn: ['team', 'constructor'], search: false }

describe('what an app is told', () => {
  it('is what is known before the workflow runs', () => {
    expect(fixedInput({ team: 'T1', text: 'Dear {{ $input.name }}', deep: { list: ['{{ 1 }}'] }, count: 2 })).toEqual({
      team: 'T1',
      count: 2,
    })
    expect([isFixed(null), isFixed(undefined), isFixed([{ a: 'b' }]), isFixed([{ a: '{{b}}' }])]).toEqual([
      ...[true, true, true, false],
    ])
  })

  it('is asked again when what it depends on changes, and not for anything else', () => {
    const key = answerKey(asks, { team: 'T1', text: 'a' })
    expect(answerKey(asks, { team: 'T1', text: 'b' })).toBe(key)
    expect(answerKey(asks, { team: 'T2', text: 'a' })).not.toBe(key)
  })

  it('can’t be asked while it depends on an expression', () => {
    expect(unknownDependencies(asks, { team: '{{ $input.team }}' })).toEqual(['team'])
    expect(unknownDependencies(asks, {})).toEqual([])
  })
})
