import { LOGIN_FIELD_TEXTS } from '#contract/platform/messages.ts'
import type { Rule } from '#web/ui/forms/use-field.ts'

/** A password that exists already may be older than the rules for new ones. */
export const givenRule: Rule = (value) => (value === '' ? LOGIN_FIELD_TEXTS.password_required : undefined)
