/** The state of the form of a seller's details: what is typed, what is wrong with it, and sending it. */
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/use-session.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import {
  FIELDS,
  type FieldName,
  fieldOf,
  fieldProblemOf,
  findTypedProblems,
  type Problems,
  type Typed,
  toProfileBody,
  toTyped,
} from './profile-rules.ts'

/** What is kept over a reload, in this tab alone. Numbers of accounts and people are not, nor a GSTIN, which has a PAN inside. */
const KEPT = ['legal_name', 'address', 'state_code', 'kind', 'contact_email', 'contact_phone'] as const

const keptOf = (stored: Readonly<Record<string, string>>): Partial<Typed> =>
  Object.fromEntries(KEPT.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]])))

const problemsOfServer = (error: unknown): Problems =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.problems.flatMap(({ field, message }) => {
          const own = field && fieldOf(field)
          return own ? [[own, message]] : []
        }),
      )
    : {}

const focusOn = (field: FieldName | undefined) => {
  if (field) document.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
}

export function useProfileForm(profile: SellerProfile | null, close: string) {
  const draft = `payee.${useUser()?.id ?? ''}`
  const [typed, setTyped] = useState<Typed>(() => ({ ...toTyped(profile), ...keptOf(readDraft(draft)) }))
  const [problems, setProblems] = useState<Problems>({})
  const navigate = useNavigate()
  const [confirmed, dialog] = useConfirmed()

  const set = <F extends FieldName>(field: F, value: Typed[F]) => {
    const now = { ...typed, [field]: value }
    setTyped(now)
    // While something is typed its own problem is said; others only go.
    const still = FIELDS.filter((name) => name !== field && problems[name] && fieldProblemOf(name, now))
    const own = value === '' ? undefined : fieldProblemOf(field, now)
    setProblems({
      ...Object.fromEntries(still.map((name) => [name, fieldProblemOf(name, now)])),
      ...(own !== undefined && { [field]: own }),
    })
    keepDraft(draft, Object.fromEntries(KEPT.map((name) => [name, now[name]])))
  }
  const leave = (field: FieldName) => {
    const problem = fieldProblemOf(field, typed)
    if (problem) setProblems({ ...problems, [field]: problem })
  }
  const save = useAction(async () => {
    try {
      await confirmed(() => call('putSellerProfile', { body: toProfileBody(typed) }))
    } catch (error) {
      if (error instanceof NotConfirmed) return
      const found = problemsOfServer(error)
      setProblems(found)
      focusOn(FIELDS.find((field) => found[field]))
      throw error
    }
    keepDraft(draft, null)
    await refresh('getSellerProfile', 'listPayouts')
    await navigate(close, { preventScrollReset: true })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findTypedProblems(typed)
    setProblems(found)
    const first = FIELDS.find((field) => found[field])
    if (first) focusOn(first)
    else void save.run()
  }
  const cancel = () => {
    keepDraft(draft, null)
    void navigate(close, { preventScrollReset: true })
  }
  /** For a control. */
  const field = (name: FieldName) => ({
    'data-field': name,
    value: typed[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set(name, event.currentTarget.value as Typed[typeof name]),
    onBlur: () => leave(name),
  })
  return { typed, set, field, save, submit, cancel, dialog, refused: Object.keys(problems).length > 0 }
}
