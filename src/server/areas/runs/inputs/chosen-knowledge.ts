/** The knowledge bases that an input chooses: may the caller use them. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { KnowledgeId } from '#contract/knowledge/bases.ts'
import { chosenBase } from '#nodes/lib/people/form-field.ts'
import { findChoosable, mayChooseKnowledge } from '#server/areas/knowledge/knowledge.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'

interface ChosenBase {
  id: string
  field: string
}

/** Every field of the input that is `{"knowledge_id": …}` and nothing more, as a form gives it. */
function chosenInInput(input: JsonObject): ChosenBase[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const id = isObject(value) && Object.keys(value).length === 1 ? chosenBase(value) : null
    return id === null ? [] : [{ id, field: `input.${name}.knowledge_id` }]
  })
}

const GONE = 'This knowledge base doesn’t exist or isn’t shared with you. Choose another one.'
const REFUSED = {
  unauthenticated: 'Sign in to use one of your knowledge bases.',
  forbidden: 'This connection was made for one service and can’t use your knowledge bases.',
} as const

function grantFor(caller: Caller, field: string) {
  try {
    return mayChooseKnowledge(caller)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden'))
      throw fieldError(field, REFUSED[error.code])
    throw error
  }
}

/**
 * @throws invalid_input with the field, for a base that does not exist or is not shared with the caller (one answer for both), and for
 * callers who may choose none
 */
export async function refuseForeignKnowledge(db: Queryable, caller: Caller, input: JsonObject): Promise<void> {
  const chosen = chosenInInput(input)
  const [first] = chosen
  if (!first) return
  const grant = grantFor(caller, first.field)
  const known = await findChoosable(db, grant, [...new Set(chosen.map(({ id }) => KnowledgeId.parse(id)))])
  for (const { id, field } of chosen) if (!known.has(id)) throw fieldError(field, GONE)
}

/** For inputs that others give or see: those of visitors of a service, and samples. @throws invalid_input with the field */
export function refuseAnyKnowledge(input: JsonObject, message: string): void {
  const [chosen] = chosenInInput(input)
  if (chosen) throw fieldError(chosen.field, message)
}
