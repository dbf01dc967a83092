import { type ChangeEvent, useRef, useState } from 'react'
import { onChangeProblem, type Rule } from './rules.ts'

/** One input of a form, checked on change once non-empty, on blur and on submit (§5). */
export function useField(rule: Rule) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | undefined>()
  const ref = useRef<HTMLInputElement>(null)
  return {
    value,
    error,
    /** For the TextField. */
    input: {
      ref,
      value,
      error,
      valid: value !== '' && error === undefined && rule(value) === undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setValue(event.target.value)
        setError(onChangeProblem(rule, event.target.value))
      },
      onBlur: () => setError(rule(value)),
    },
    /** On submit: true when the value may be sent, else the input is focused. */
    check: (): boolean => {
      const problem = rule(value)
      setError(problem)
      if (problem) ref.current?.focus()
      return problem === undefined
    },
    /** A refusal of the server that names this field. */
    refuse: (problem: string) => {
      setError(problem)
      ref.current?.focus()
    },
    recheck: () => setError(onChangeProblem(rule, value)),
    clear: () => {
      setValue('')
      setError(undefined)
    },
  }
}
