import { useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'

/**
 * A text box for a value that is typed differently than it is stored (a number, JSON): the typed text stays, until the
 * value changes elsewhere, by undo or by another person.
 */
export function useTyped(value: Json | undefined, shown: (value: Json | undefined) => string) {
  const [typed, setTyped] = useState({ text: shown(value), value })
  const same = JSON.stringify(typed.value) === JSON.stringify(value)
  return {
    text: same ? typed.text : shown(value),
    /** Keeps the text, and which value it stands for. */
    keep: (text: string, next: Json | undefined) => setTyped({ text, value: next }),
  }
}
