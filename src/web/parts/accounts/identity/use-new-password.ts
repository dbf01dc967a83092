import { useEffect, useRef } from 'react'
import { useField } from '#web/ui/forms/use-field.ts'
import { newPasswordRule, sameRule } from './rules.ts'

/** A new password and its confirmation, which is checked again when the password it repeats changes. */
export function useNewPassword() {
  const password = useField(newPasswordRule)
  const confirm = useField(sameRule(password.value))
  const { value } = password
  const recheck = useRef(confirm.recheck)
  useEffect(() => {
    recheck.current = confirm.recheck
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the password is what it waits for
  useEffect(() => recheck.current(), [value])
  return { password, confirm }
}
