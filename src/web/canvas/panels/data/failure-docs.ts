/** Where the documentation speaks of a failure: by its code, else by what failed. Pure. */
import { paths } from '#web/paths.ts'

export interface FailureDocs {
  href: string
  /** Of the link, as it follows "Read". */
  label: string
}

const page = (slug: string, label: string, id = ''): FailureDocs => ({
  href: `${paths.docs(slug)}${id && `#${id}`}`,
  label,
})

const EXPRESSIONS = page('expressions', 'how expressions work')
const CREDENTIALS = page('credentials', 'about credentials')
const MODELS = page('models', 'about language models')
const CODE = page('designer', 'what code can do', 'limits-of-code')
const RUN = page('designer', 'how a run works', 'how-a-run-works')
const ERRORS = page('designer', 'about errors and retries', 'errors')

/** By how the code begins, the first that fits. */
const BY_CODE: readonly (readonly [RegExp, FailureDocs])[] = [
  [/^(expression|item_outside|not_upstream|unknown_reference)/, EXPRESSIONS],
  [/^(credential|unauthenticated|passkey|no_credential)/, CREDENTIALS],
  [/^(model|budget)/, MODELS],
  [/^(code_|sandbox)/, CODE],
  [/^(timeout|run_too_large|loop_too_long|output_not_json|too_many_requests|poison|node_crashed|stopped)/, RUN],
]
const BY_CATEGORY: Readonly<Record<string, FailureDocs>> = { code: CODE, ai: MODELS }

/** @param category of the node's type, as the catalogue has it */
export const failureDocs = (code: string, category: string | undefined): FailureDocs =>
  BY_CODE.find(([begin]) => begin.test(code))?.[1] ?? BY_CATEGORY[category ?? ''] ?? ERRORS
