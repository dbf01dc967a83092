/** What can be chosen for a field of an app of the catalogue: another action of the app lists it, with the person's account. */
import { choicesIn, listingInput } from '#connectors/request/choices.ts'
import { watchedAction } from '#connectors/triggers/watch.ts'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionsPort } from '#nodes/ports.ts'
import type { FindApp } from '#server/areas/connectors/catalogue/app.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { objectOrEmpty } from '#shared/json.ts'
import type { AskedOptions, FoundOptions } from './action-options.ts'
import { findAction } from './actions-port.ts'
import { directCaller } from './direct-caller.ts'

export interface ListingParts {
  db: Queryable
  find: FindApp
  actions: ActionsPort
}

/** Nobody chooses from more pages: one searches, or enters the value. */
const MOST_PAGES = 5

const titleIn = (schema: JsonObject, key: string): string => {
  const { title } = objectOrEmpty(objectOrEmpty(schema.properties)[key])
  return typeof title === 'string' ? title : key
}

/** The action whose input is filled in: of a trigger the one that is asked again and again. @throws not_found */
async function actionOf(find: FindApp, owner: UserId, { integration, of, action }: AskedOptions): Promise<string> {
  if (of !== 'trigger') return action
  const app = await find(integration, owner)
  const trigger = app?.head.triggers?.find(({ id }) => id === action)
  const polled = watchedAction(action) ?? (trigger && 'polling' in trigger ? trigger.polling.action : null)
  if (polled === null) throw new AppError('not_found')
  return polled
}

/** @throws not_found, invalid_input, options_unavailable with what the service said */
export async function listOptions(
  { find, actions }: ListingParts,
  owner: UserId,
  asked: AskedOptions,
  signal: AbortSignal,
): Promise<FoundOptions> {
  const { integration, property, input, account, search_term } = asked
  try {
    const { action } = await findAction(find, owner, integration, await actionOf(find, owner, asked))
    const list = action.choices && Object.hasOwn(action.choices, property) ? action.choices[property] : undefined
    if (!list) throw fieldError('property', 'This property has no choices to load')
    const listing = listingInput(list, input, search_term)
    if ('missing' in listing) {
      const names = listing.missing.map((key) => `“${titleIn(action.input, key)}”`).join(' and ')
      return { options: [], schema: null, message: `Fill in ${names} first.` }
    }
    const request = { integration, ...listing, credential: account }
    const answer = await actions.run(
      { ...request, all_pages: true, most_pages: MOST_PAGES, most_effect: 'read' },
      directCaller(owner),
      signal,
    )
    if (answer.type === 'later') throw new AppError('options_unavailable', { message: answer.message })
    const options = choicesIn(list, answer.output, PLUGINS.options)
    return { options, schema: null, message: options.length === 0 ? 'Nothing found in this account.' : null }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    if (error.code === 'app_not_found' || error.code === 'action_not_found')
      throw new AppError('not_found', { message: error.message })
    throw new AppError('options_unavailable', { message: error.message.slice(0, 500), cause: error })
  }
}
