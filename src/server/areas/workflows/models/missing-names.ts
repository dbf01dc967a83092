/** Models and credentials that the steps of a workflow name and that are not there, or not there any more. */
import type { UserId } from '#contract/core/primitives.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { findAllowedUse, findOwnedCredentials, isAllowed, refusedCountry } from '#server/areas/accounts/accounts.ts'
import { isId, namedSettings } from '#server/areas/workflows/steps/named-settings.ts'
import { type ChoiceDeps, ENVIRONMENT } from './choose-models.ts'
import { findCountries, findModels } from './models.store.ts'

interface Named {
  node: string
  path: string
  id: string
}

/** Steps that are switched on. */
const active = (document: WorkflowDocument): WorkflowDocument => ({
  ...document,
  nodes: document.nodes.filter(({ disabled }) => disabled !== true),
})

/** Ids of models: a step with a model server of its own names a model as that server calls it. */
function modelsIn(document: WorkflowDocument): Named[] {
  const asking = document.nodes.filter(({ type, config }) => {
    const fields = catalogue.get(type)?.config.shape
    return fields !== undefined && 'fallback_model' in fields && config.credential === undefined
  })
  const nodes = { ...document, nodes: asking }
  const found = [...namedSettings(nodes, 'model'), ...namedSettings(nodes, 'fallback_model')]
  // Models are a step's own setting: a tool of an agent has none.
  return found.filter(({ path }) => !path.includes('.'))
}

export const namesModels = (document: WorkflowDocument): boolean =>
  modelsIn(document).length + namedSettings(document, 'credential').length > 0

/** What the data policy of an account doesn't allow of what the steps name: AI models, and apps. */
export async function findForbidden(
  { db }: Pick<ChoiceDeps, 'db'>,
  account: UserId,
  given: WorkflowDocument,
): Promise<DocumentProblem[]> {
  const use = await findAllowedUse(db, account)
  const { models, apps, countries } = use
  if (models === null && apps === null && countries === null) return []
  const document = active(given)
  const named = modelsIn(document)
  const places = new Map(
    (
      await findCountries(
        db,
        named.map(({ id }) => id),
      )
    ).map(({ id, country }) => [id, country]),
  )
  // Where the operator's own model is, its configuration says: it is asked at each call.
  const isElsewhere = ({ id }: Named) => {
    const country = places.get(id)
    return country !== undefined && refusedCountry(use, 'model', country) !== null
  }
  const titles = new Map(document.nodes.map(({ id, title }) => [id, title]))
  const problem = (code: string, what: string, { node, path }: Named): DocumentProblem => ({
    code,
    message: `“${titles.get(node) ?? node}” uses ${what} that the data policy of this workspace doesn’t allow`,
    node,
    field: path,
  })
  return [
    ...named.filter(({ id }) => !isAllowed(models, id)).map((one) => problem('model_not_allowed', 'an AI model', one)),
    ...namedSettings(document, 'integration')
      .filter(({ id }) => !isAllowed(apps, id))
      .map((one) => problem('app_not_allowed', 'an app', one)),
    ...named.filter(isElsewhere).map((one) => problem('country_not_allowed', 'an AI model in a country', one)),
    // Nobody has said where apps process data.
    ...(refusedCountry(use, 'app', null) === null ? [] : namedSettings(document, 'integration')).map((one) =>
      problem('country_not_allowed', 'an app in an unknown country', one),
    ),
  ]
}

/** @param owner whose workflow it is: what its steps name is theirs, or the operator's */
export async function findUnknownNames(
  { db, environment }: Pick<ChoiceDeps, 'db' | 'environment'>,
  owner: UserId,
  given: WorkflowDocument,
): Promise<DocumentProblem[]> {
  const document = active(given)
  const titles = new Map(document.nodes.map(({ id, title }) => [id, title]))
  const models = modelsIn(document)
  const credentials = namedSettings(document, 'credential')
  const [known, owned] = await Promise.all([
    models.length === 0 ? [] : findModels(db, [owner]),
    findOwnedCredentials(db, owner, [...new Set(credentials.map(({ id }) => id))].filter(isId)),
  ])
  const exists = (id: string) => (id === ENVIRONMENT ? environment !== null : known.some((one) => one.id === id))
  const problem = (code: string, what: string, { node, path }: Named): DocumentProblem => ({
    code,
    message: `“${titles.get(node) ?? node}” uses a ${what} that doesn’t exist: choose another one`,
    node,
    field: path,
  })
  return [
    ...models.filter(({ id }) => !exists(id)).map((one) => problem('model_not_found', 'model', one)),
    ...credentials.filter(({ id }) => !owned.has(id)).map((one) => problem('credential_missing', 'credential', one)),
  ]
}
