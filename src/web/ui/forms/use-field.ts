import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/** What a form asks of a field: the problem of a value, or undefined. */
export type Rule = (value: string) => string | undefined

/** On change: checked once non-empty; the error clears when the input is emptied. */
export const onChangeProblem = (rule: Rule, value: string): string | undefined =>
  value === '' ? undefined : rule(value)

/** One input of a form, checked on change once non-empty, on blur and on submit (§5). */
export function useField<Element extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  rule: Rule,
  initial = '',
) {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string | undefined>()
  const ref = useRef<Element>(null)
  const [refusals, setRefusals] = useState(0)
  // After the form is drawn again: while it was under way it may have had the field disabled.
  useEffect(() => {
    if (refusals > 0) ref.current?.focus()
  }, [refusals])
  return {
    value,
    error,
    /** For the TextField. */
    input: {
      ref,
      value,
      error,
      valid: value !== '' && value !== initial && error === undefined && rule(value) === undefined,
      onChange: (event: ChangeEvent<Element>) => {
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
      setRefusals((count) => count + 1)
    },
    recheck: () => setError(onChangeProblem(rule, value)),
    /** Takes a value that was not typed here. */
    set: (next: string) => {
      setValue(next)
      setError(undefined)
    },
    clear: () => {
      setValue('')
      setError(undefined)
    },
  }
}
